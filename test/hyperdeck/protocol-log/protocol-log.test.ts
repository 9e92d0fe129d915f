// `cuedeck hyperdeck log`, as a user with a controller that does not work runs it.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DaemonWithClips, startDaemonWithClips } from '../daemon-with-clips.ts';

const CLI = new URL('../../../dist/cuedeck.js', import.meta.url).pathname;

let fixture: DaemonWithClips;

beforeAll(async () => {
  fixture = await startDaemonWithClips([{ media: 'numbered-25.mp4', file: 'one.mp4' }]);
});
afterAll(() => fixture?.daemon.dispose());

const runCli = (args: readonly string[], stateDir: string) => {
  const child = spawn(CLI, args, { env: { ...process.env, CUEDECK_STATE_DIR: stateDir } });
  const lines: string[] = [];
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', (line) => lines.push(line));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, lines, ended };
};

test('shows both sides of every connection with the reason of each refusal, until it is stopped', async () => {
  const { child, lines, ended } = runCli(['hyperdeck', 'log'], fixture.daemon.stateDir);
  await expect
    .poll(() => lines[0], { timeout: 15_000 })
    .toMatch(/^# CueDeck .* as HyperDeck Studio Mini, protocol 1\.11/);
  const client = await fixture.connect();
  await client.say('play: speed: fast');
  await client.say('goto:\r\nclip id: 1\r\n');
  await client.say('sing \u001b[31m\r!');
  await client.close();
  await expect.poll(() => lines.at(-1)).toMatch(/disconnected$/);
  const plain = lines.slice(1).map((line) => line.replace(/^\d\d:\d\d:\d\d\.\d\d\d #\d+/, '#').trim());
  expect(plain).toEqual([
    expect.stringMatching(/^# \*\* connected from 127\.0\.0\.1 port \d+$/),
    '# <- 500 connection info:',
    'protocol version: 1.11',
    'model: HyperDeck Studio Mini',
    '# -> play: speed: fast',
    '# <- 102 invalid value ("fast" is refused; allowed is -5000 to 5000)',
    '# -> goto:',
    'clip id: 1',
    '# <- 200 ok',
    '# -> sing \\x1b[31m\\x0d!',
    expect.stringMatching(/^# <- 100 syntax error \(there is no command "sing .*"\)$/),
    '# ** disconnected',
  ]);
  child.kill('SIGINT');
  await ended;
});

test('without a player it says so and ends with 69; a wrong word ends with 2', async () => {
  const [nobody, wrong] = [runCli(['hyperdeck', 'log'], '/nowhere'), runCli(['hyperdeck', 'sing'], '/nowhere')];
  expect([await nobody.ended, await wrong.ended]).toEqual([69, 2]);
  expect(nobody.lines.join()).toMatch(/^The player cannot be reached at /);
});
