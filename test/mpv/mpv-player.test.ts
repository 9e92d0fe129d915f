import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { playerContract } from '../contracts/player-contract.ts';
import { createRealPlayer } from './real-mpv.ts';

const folder = mkdtempSync(join(tmpdir(), 'cuedeck-mpv-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

playerContract(
  'the mpv of this system',
  (at) => createRealPlayer(at),
  () => folder,
);
