import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { playerContract } from '../contracts/player-contract.ts';
import { FakePlayer, toFakeMedia } from './fake-player.ts';

const folder = mkdtempSync(join(tmpdir(), 'cuedeck-fake-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rates = {
  'numbered-23976.mp4': 24000 / 1001,
  'numbered-2997.mp4': 30000 / 1001,
  'numbered-50.mp4': 50,
  'numbered-5994.mp4': 60000 / 1001,
};

const createFake = async () => {
  const player = new FakePlayer({ media: toFakeMedia(rates) });
  player.revive();
  const timer = setInterval(() => player.advance(0.02), 5);
  return {
    player,
    kill: () => {
      player.lose('killed');
      setTimeout(() => player.revive(), 10);
    },
    dispose: async () => clearInterval(timer),
  };
};

playerContract('the fake', createFake, () => folder, { hasRealMedia: false });
