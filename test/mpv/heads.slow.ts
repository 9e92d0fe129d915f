// A file of its own: beside the other mpvs, not after them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { playerContract } from '../contracts/player-contract.ts';
import { createHeadsOnDemand } from './heads-on-demand.ts';
import { createRealPlayer, hasNewerMpv, NEWER_MPV } from './real-mpv.ts';

const folder = mkdtempSync(join(tmpdir(), 'cuedeck-heads-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.runIf(hasNewerMpv)('with a head for every in point', () => {
  const heads = createHeadsOnDemand(folder);
  playerContract(
    'mpv 0.40',
    (at) => createRealPlayer(at, { program: NEWER_MPV, heads }),
    () => folder,
  );
  test('clips were started with heads, and each was shown but the one with which mpv died', () => {
    expect(heads.found.length).toBeGreaterThan(10);
    expect(heads.dropped.filter(({ fromSeconds }) => fromSeconds !== 5)).toEqual([]);
  });
});
