// The plain Clip Playback API, /api/v1, the HyperDeck protocols, command lines and settings answer byte for byte as recorded.
//
// `UPDATE_RECORD=1 npx vitest run --project quick test/replay` makes the records anew. That is for a change that a client is
// meant to see, said in its commit: read the difference of the records line by line before it goes in. It is never for a
// change that moves, renames or rewrites source and is meant to leave the answers as they are.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { runCommands } from './command-session.ts';
import { playHttp } from './http-session.ts';
import { dataFile, startRecordedPlayer } from './recorded-player.ts';
import { playWire } from './wire-session.ts';

/** Plays NAME.session and compares what came with NAME.record. */
const replay = async (name: string, play: (script: string) => Promise<string>): Promise<void> => {
  const played = await play(readFileSync(dataFile(`${name}.session`), 'utf8'));
  const record = dataFile(`${name}.record`);
  if (process.env.UPDATE_RECORD === '1') writeFileSync(record, played);
  expect(played).toBe(readFileSync(record, 'utf8'));
};

const freshPlayer = async (settings?: Readonly<Record<string, string>>) => {
  const player = await startRecordedPlayer(settings);
  onTestFinished(player.dispose);
  return player;
};

test.each(['clip-playback', 'api-v1', 'hyperdeck-rest'])('%s answers as recorded', async (name) => {
  const { httpPort } = await freshPlayer();
  await replay(name, (script) => playHttp(script, httpPort));
});

test('a device with a token answers as recorded', async () => {
  const { httpPort } = await freshPlayer({ CUEDECK_TOKEN: 'a token of some length' });
  await replay('token', (script) => playHttp(script, httpPort));
});

test('the HyperDeck protocol answers as recorded', async () => {
  const { hyperdeckPort } = await freshPlayer();
  await replay('hyperdeck', (script) => playWire(script, hyperdeckPort));
});

test('commands and settings say what is recorded', async () => {
  await replay('commands', runCommands);
});
