// A file of its own: beside the mpv of this system, not after it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { playerContract } from '../contracts/player-contract.ts';
import { createRealPlayer, hasNewerMpv, NEWER_MPV } from './real-mpv.ts';

const folder = mkdtempSync(join(tmpdir(), 'cuedeck-later-mpv-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.runIf(hasNewerMpv)('with the mpv of a later release', () => {
  playerContract(
    'mpv 0.40',
    (at) => createRealPlayer(at, { program: NEWER_MPV }),
    () => folder,
  );
});
