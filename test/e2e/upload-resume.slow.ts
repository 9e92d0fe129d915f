// `cuedeck upload` of a large file that is cut off in the middle, by its operator or by the network.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { makePaddedFilm } from '../fleet/padded-film.ts';
import { CUEDECK, runCuedeck, said, toPlayerSettings } from './cuedeck.ts';
import { type Daemon, startDaemon } from './daemon.ts';

const PADDING_BYTES = 20_000_000;
const HALF = PADDING_BYTES / 2;

let daemon: Daemon;
let film: string;
beforeEach(async () => {
  daemon = await startDaemon({ seconds: 60 });
  onTestFinished(() => daemon.dispose());
  const folder = mkdtempSync(join(tmpdir(), 'cuedeck-resume-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  film = makePaddedFilm(folder, PADDING_BYTES);
}, 90_000);

interface Way {
  readonly url: string;
  /** What has gone to the player. */
  bytes(): number;
}

/**
 * A way to the player.
 * @param onBytes told how many bytes have gone over it; true: nothing more goes over this connection
 */
const startWay = async (onBytes: (bytes: number, cut: () => void) => boolean): Promise<Way> => {
  let total = 0;
  const server = createServer((near) => {
    const far: Socket = connect(Number(new URL(daemon.url).port), '127.0.0.1');
    const cut = (): void => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) socket.on('error', cut).on('close', cut);
    near.on('data', (data) => {
      total += data.length;
      far.write(data);
      if (onBytes(total, cut)) near.pause();
    });
    far.on('data', (data) => near.write(data));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    bytes: () => total,
  };
};

const arrivedBytes = async (): Promise<number> => {
  const response = await fetch(`${daemon.url}/api/v1/uploads/film.mp4`);
  return response.ok ? ((await response.json()) as { receivedBytes: number }).receivedBytes : 0;
};

const expectWhole = (): void =>
  expect(readFileSync(join(daemon.clipsDir, 'film.mp4')).equals(readFileSync(film))).toBe(true);

test('ended with Ctrl-C in the middle: the next call sends the rest only', async () => {
  let cutAtHalf: (() => void) | undefined;
  const way = await startWay((bytes, cut) => {
    if (bytes > HALF) cutAtHalf ??= cut;
    return bytes > HALF;
  });
  const first = spawn(CUEDECK, ['upload', film], {
    env: { PATH: process.env.PATH ?? '', ...toPlayerSettings(daemon.folder, way.url) },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => first.once('exit', (_code, signal) => resolve(signal)));
  await expect.poll(() => cutAtHalf, { timeout: 30_000 }).toBeDefined();
  first.kill('SIGINT');
  expect(await ended).toBe('SIGINT');
  // A socket that is not read from does not see the end by itself.
  cutAtHalf?.();
  await expect.poll(arrivedBytes, { timeout: 10_000 }).toBeGreaterThan(HALF / 2);

  const next = await startWay(() => false);
  const environment = toPlayerSettings(daemon.folder, next.url);
  expect(await runCuedeck(['upload', film], { environment })).toEqual(said('Uploaded clip 1, film.mp4.'));
  expect(next.bytes()).toBeLessThan(readFileSync(film).length - HALF / 2);
  expectWhole();
}, 90_000);

test('cut by the network in the middle: the same call goes on', async () => {
  let isCut = false;
  const way = await startWay((bytes, cut) => {
    if (isCut || bytes < HALF) return false;
    isCut = true;
    // What has gone arrives before it is cut.
    setTimeout(cut, 100);
    return true;
  });
  const environment = toPlayerSettings(daemon.folder, way.url);
  expect(await runCuedeck(['upload', film], { environment })).toEqual(said('Uploaded clip 1, film.mp4.'));
  expect(isCut).toBe(true);
  expect(way.bytes()).toBeLessThan(1.5 * PADDING_BYTES);
  expectWhole();
}, 90_000);

test('what had arrived was of another file of that name and length: all of it is sent', async () => {
  const bytes = readFileSync(film);
  const other = Buffer.from(bytes);
  other.fill(7, HALF / 2, HALF);
  const range = `bytes 0-${HALF - 1}/${bytes.length}`;
  await fetch(`${daemon.url}/api/v1/uploads/film.mp4`, {
    method: 'PUT',
    headers: { 'Content-Range': range },
    body: other.subarray(0, HALF),
  });
  expect(await arrivedBytes()).toBe(HALF);
  const environment = toPlayerSettings(daemon.folder, daemon.url);
  const { code, out, err } = await runCuedeck(['upload', film], { environment });
  expect([code, out, err]).toEqual([0, 'Uploaded clip 1, film.mp4.\n', '']);
  const [clip] = ((await (await fetch(`${daemon.url}/api/v1/clips`)).json()) as { file: string }[]).slice(1);
  expect(readFileSync(join(daemon.clipsDir, clip?.file ?? '')).equals(bytes)).toBe(true);
}, 90_000);
