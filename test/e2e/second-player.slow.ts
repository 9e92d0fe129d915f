// A second player beside one that runs, and commands that would take the folders of another for those of the show.
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { media } from '../media/media.ts';
import { runProgram } from '../talkgroup/fakes/daemon-process.ts';
import { createClient } from './client.ts';
import { refused, runCuedeck, toPlayerSettings } from './cuedeck.ts';
import { createDaemonFolder, type Daemon, daemonEnvironment, startDaemon } from './daemon.ts';

const PLAYER = new URL('../../dist/cuedeck-player.js', import.meta.url).pathname;
let daemon: Daemon;

beforeAll(async () => {
  const folder = createDaemonFolder();
  copyFileSync(media('short-25.mp4'), join(folder, 'clips', 'clip.mp4'));
  daemon = await startDaemon({ folder });
  await createClient(daemon.url).when(({ CLIPS }) => CLIPS.length === 2);
});
afterAll(() => daemon.dispose());

const startSecond = (settings: Readonly<Record<string, string>> = {}) =>
  runProgram(PLAYER, [], { DISPLAY: '', ...daemonEnvironment(daemon.folder), ...settings });

test('it is refused in one line, and an upload to the first is not swept away', async () => {
  const file = readFileSync(media('short-25.mp4'));
  const head = '--x\r\nContent-Disposition: form-data; name="videoFile"; filename="slow.mp4"\r\n\r\n';
  const parts = [Buffer.from(head), file, Buffer.from('\r\n--x--\r\n')];
  const uploading = request(`${daemon.url}/upload`, {
    method: 'POST',
    headers: {
      'Content-Type': 'multipart/form-data; boundary=x',
      'Content-Length': parts.reduce((sum, part) => sum + part.length, 0),
    },
  });
  const answered = once(uploading, 'response');
  uploading.write(Buffer.concat([Buffer.from(head), file.subarray(0, 2000)]));
  const unfinished = (): readonly string[] => readdirSync(daemon.clipsDir).filter((name) => name.startsWith('.'));
  await expect.poll(unfinished, { timeout: 10_000 }).toHaveLength(1);
  for (const httpPort of ['0', new URL(daemon.url).port]) {
    const { code, err } = await startSecond({ CUEDECK_HTTP_PORT: httpPort });
    expect([code, err]).toEqual([
      1,
      `another player runs on CUEDECK_STATE_DIR="${daemon.stateDir}": end it, or give this one its own\n`,
    ]);
  }
  uploading.end(Buffer.concat([file.subarray(2000), Buffer.from('\r\n--x--\r\n')]));
  const [{ statusCode }] = await answered;
  expect([statusCode, unfinished(), existsSync(join(daemon.clipsDir, 'slow.mp4'))]).toEqual([200, [], true]);
});

test('after the first was killed nothing keeps the next one out', async () => {
  await daemon.end('SIGKILL');
  expect(existsSync(join(daemon.stateDir, 'in-use.sock'))).toBe(true);
  daemon = await startDaemon({ folder: daemon.folder });
  await daemon.line(/^picture up/);
  await daemon.end();
  expect(existsSync(join(daemon.stateDir, 'in-use.sock'))).toBe(false);
  daemon = await startDaemon({ folder: daemon.folder });
});

test('a folder with a path that no socket can have is held as well', async () => {
  const folder = createDaemonFolder();
  const stateDir = join(folder, 'x'.repeat(120), 'state');
  mkdirSync(stateDir, { recursive: true });
  const first = await startDaemon({ folder, environment: { CUEDECK_STATE_DIR: stateDir } });
  const { code } = await runProgram(PLAYER, [], {
    DISPLAY: '',
    ...daemonEnvironment(folder),
    CUEDECK_STATE_DIR: stateDir,
  });
  expect(code).toBe(1);
  await first.dispose();
});

test('backup, restore and a licence are refused where the player that runs does not keep its state', async () => {
  const elsewhere = createDaemonFolder();
  const environment = {
    ...toPlayerSettings(elsewhere, daemon.url),
  };
  for (const args of [
    ['backup', 'show.tar'],
    ['restore', 'show.tar'],
    ['license', 'install', 'licence.json'],
  ]) {
    expect([args, await runCuedeck(args, { environment, cwd: elsewhere })]).toEqual([
      args,
      refused(
        1,
        `The player that answers at ${daemon.url} does not keep its state in ${elsewhere}/state. Say in CUEDECK_STATE_DIR and CUEDECK_CLIPS_DIR where its folders are.`,
      ),
    ]);
  }
  expect(existsSync(join(elsewhere, 'show.tar'))).toBe(false);
});
