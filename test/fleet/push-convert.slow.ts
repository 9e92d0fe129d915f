// `cuedeck fleet push --convert`: files become what every player plays best before they are sent.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { CUEDECK } from '../e2e/cuedeck.ts';
import { holdFfprobe } from '../e2e/held-ffprobe.ts';
import { media } from '../media/media.ts';
import { type FleetFixture, startFleet } from './fleet-fixture.ts';

let fleet: FleetFixture;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cuedeck-push-'));
  fleet = await startFleet({ p1: '', p2: '' });
}, 240_000);
afterAll(async () => {
  await fleet.stop();
  rmSync(folder, { recursive: true, force: true });
});

const clipsOf = async (id: string) => {
  const answer = await fetch(`${fleet.daemon(id).url}/api/v1/clips`);
  const clips = (await answer.json()) as readonly { readonly file: string; readonly media?: { videoCodec: string } }[];
  return clips.slice(1).map(({ file, media: found }) => `${file} ${found?.videoCodec}`);
};

/** Folders that conversions left in the temporary folder. */
const left = (): readonly string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('cuedeck-convert-'));

test('video is converted once for all players; what needs it not goes as it is, and a second push sends nothing', async () => {
  const before = left();
  copyFileSync(media('old.avi'), join(folder, 'Film.avi'));
  const files = [join(folder, 'Film.avi'), media('fast-start.mp4'), media('still.png')];
  const { code, out, err } = await fleet.fleet('push', '--convert', ...files);
  expect([code, err, out.trim().split('\n').sort()]).toEqual([
    0,
    '',
    ['p1', 'p2'].flatMap((id) => ['Film.mp4', 'fast-start.mp4', 'still.png'].map((name) => `${id}: got ${name}`)),
  ]);
  for (const id of ['p1', 'p2'])
    expect(await clipsOf(id)).toEqual(['Film.mp4 h264', 'fast-start.mp4 h264', 'still.png png']);
  const again = await fleet.fleet('push', '--convert', join(folder, 'Film.avi'), '--to', 'p1');
  expect(again.out).toBe('p1: has Film.mp4 already\n');
  expect([left(), readdirSync(folder)]).toEqual([before, ['Film.avi']]);
});

test('a file that is no video is told of, and nothing is sent', async () => {
  const path = join(folder, 'notes.txt');
  writeFileSync(path, 'These are notes and no film.'.repeat(100));
  const { code, err } = await fleet.fleet('push', '--convert', path, '--to', 'p2');
  expect([code, err.startsWith(`${path}: The file is refused: `)]).toEqual([1, true]);
});

/** Starts a push and ends it by a signal. @returns how it ended, what it said, and what it left */
const interrupted = async (
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  isDue: (out: string) => boolean,
) => {
  const before = left();
  const child = spawn(CUEDECK, ['fleet', 'push', '--convert', ...args], {
    env: { PATH: process.env.PATH, CUEDECK_MQTT_URL: fleet.broker.url, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  const closed = once(child, 'close');
  const said = (): string => Buffer.concat(out).toString();
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const isReady = (): boolean => left().length !== before.length && isDue(said());
  while (!hasEnded() && !isReady()) await new Promise((resolve) => setTimeout(resolve, 20));
  child.kill('SIGINT');
  const [code, signal] = await closed;
  return {
    ended: [code, signal],
    out: said(),
    err: Buffer.concat(err).toString(),
    added: left().length - before.length,
  };
};

const NOTHING_SENT = { ended: [1, null], out: '', err: 'Interrupted; nothing was sent.\n', added: 0 };

test('interrupted, it leaves nothing behind', async () => {
  expect(await interrupted([media('long-gop-25.ts')], {}, () => true)).toEqual(NOTHING_SENT);
});

test('interrupted while a file is examined, it says only that', async () => {
  const path = join(folder, 'slow.avi');
  copyFileSync(media('old.avi'), path);
  const { path: programs } = holdFfprobe(folder);
  const isHeld = (): boolean => isSomeProgramAt(path);
  expect(await interrupted([path], { PATH: programs }, isHeld)).toEqual(NOTHING_SENT);
});

/** Some process has the file as its input, as ffprobe has. */
const isSomeProgramAt = (path: string): boolean =>
  readdirSync('/proc').some((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/0`) === path;
    } catch {
      return false;
    }
  });

test('interrupted while a player that takes a file is silent, it ends at once and leaves nothing behind', async () => {
  // A broker that runs would tell after some seconds that p2 is offline, and nothing would be sent there.
  const frozen = [fleet.daemon('p2').process, fleet.broker.process()];
  onTestFinished(() => {
    for (const each of frozen) each.kill('SIGCONT');
  });
  const isSending = (out: string): boolean => {
    for (const each of frozen) each.kill('SIGSTOP');
    return out.includes('p1: ');
  };
  const how = await interrupted([join(folder, 'Film.avi'), '--to', 'p1,p2'], {}, isSending);
  expect(how).toMatchObject({ ended: [null, 'SIGINT'], out: 'p1: has Film.mp4 already\n', added: 0 });
});
