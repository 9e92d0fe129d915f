import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { playerContract } from '../contracts/player-contract.ts';
import { createRealPlayer, hasNewerMpv, NEWER_MPV } from './real-mpv.ts';

const folder = mkdtempSync(join(tmpdir(), 'cuedeck-mpv-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

playerContract(
  'the mpv of this system',
  (at) => createRealPlayer(at),
  () => folder,
);

describe.runIf(hasNewerMpv)('with the mpv of a later release', () => {
  playerContract(
    'mpv 0.40',
    (at) => createRealPlayer(at, { program: NEWER_MPV }),
    () => folder,
  );
});
