import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { playerContract } from '../contracts/player-contract.ts';
import { createRealPlayer } from './real-mpv.ts';

const folder = mkdtempSync(join(tmpdir(), 'cuedeck-mpv-038-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = new URL('../fakes/mpv-038.mjs', import.meta.url).pathname;

playerContract(
  'a socket that behaves like mpv 0.38',
  (at) => createRealPlayer(at, { program }),
  () => folder,
  { hasRealMedia: false },
);
