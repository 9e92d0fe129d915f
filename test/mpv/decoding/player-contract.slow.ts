// Exact sections, loops, reels, sound and rotation with a decoder of the machine, as with software.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { playerContract } from '../../contracts/player-contract.ts';
import { createFaultyMpv, hasDecoderShim, SHIMMED_WAYS } from '../../fixtures/decoder-shim/faulty-mpv.ts';
import { createRealPlayer, hasNewerMpv, NEWER_MPV } from '../real-mpv.ts';

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'cuedeck-ways-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

describe.runIf(hasDecoderShim)('decoded by v4l2m2m-copy', () => {
  const decodingPlan = () => SHIMMED_WAYS;
  const first = newFolder();
  playerContract(
    'mpv 0.35',
    (at) => createRealPlayer(at, { ...createFaultyMpv(at), decodingPlan }),
    () => first,
  );
  if (!hasNewerMpv) return;
  const second = newFolder();
  playerContract(
    'mpv 0.40',
    (at) => createRealPlayer(at, { ...createFaultyMpv(at, NEWER_MPV), decodingPlan }),
    () => second,
  );
});
