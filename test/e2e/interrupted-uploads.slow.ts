// An upload goes on where it was when the player is killed, or stopped as for an update, while it arrives.
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { media } from '../media/media.ts';
import { createDaemonFolder, type Daemon, startDaemon } from './daemon.ts';

const NAME = 'long.mkv';
/** A Matroska file may have anything behind its segment. */
const createFile = (): Buffer => Buffer.concat([readFileSync(media('variable-rate.mkv')), randomBytes(2_000_000)]);

const waitUntil = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
};

const hiddenIn = ({ clipsDir }: Daemon): readonly string[] =>
  readdirSync(clipsDir).filter((name) => name.startsWith('.upload-'));

/** Sends the beginning, and waits until it is on the disk. */
const sendPart = async (daemon: Daemon, file: Buffer, bytes: number): Promise<void> => {
  const headers = { 'content-length': file.length, 'content-range': `bytes 0-${file.length - 1}/${file.length}` };
  const sending = request(`${daemon.url}/api/v1/uploads/${NAME}`, { method: 'PUT', headers });
  sending.on('error', () => undefined);
  sending.write(file.subarray(0, bytes));
  await waitUntil(() => hiddenIn(daemon).some((name) => statSync(join(daemon.clipsDir, name)).size === bytes));
};

const start = async (folder: string): Promise<Daemon> => {
  const daemon = await startDaemon({ folder });
  onTestFinished(async () => void (await daemon.end('SIGKILL')));
  return daemon;
};

const ask = async (daemon: Daemon, path: string): Promise<Record<string, unknown>> =>
  (await (await fetch(`${daemon.url}/api/v1${path}`)).json()) as Record<string, unknown>;

test.each(['SIGKILL', 'SIGTERM'] as const)('after %s an upload goes on where it was', async (signal) => {
  const folder = createDaemonFolder();
  const file = createFile();
  const first = await start(folder);
  await sendPart(first, file, 1_000_000);
  await first.end(signal);
  const second = await start(folder);
  expect(await ask(second, `/uploads/${NAME}`)).toEqual({ receivedBytes: 1_000_000, totalBytes: file.length });
  const headers = { 'content-range': `bytes 1000000-${file.length - 1}/${file.length}` };
  const body = file.subarray(1_000_000);
  const answer = await fetch(`${second.url}/api/v1/uploads/${NAME}`, { method: 'PUT', headers, body });
  expect(answer.status).toBe(200);
  expect(readFileSync(join(second.clipsDir, NAME)).equals(file)).toBe(true);
  await waitUntil(() => hiddenIn(second).length === 0);
});

test('what had arrived whole becomes a clip by itself, and what cannot go on is cleared away', async () => {
  const folder = createDaemonFolder();
  const file = createFile();
  const first = await start(folder);
  await sendPart(first, file, 1_000_000);
  await first.end('SIGKILL');
  const part = hiddenIn(first).find((name) => !name.endsWith('.json')) ?? '';
  writeFileSync(join(first.clipsDir, part), file);
  const note = JSON.parse(readFileSync(join(first.clipsDir, `${part}.json`), 'utf8'));
  const leave = (id: string, change: object): void => {
    writeFileSync(join(first.clipsDir, `.upload-${id}`), 'half');
    writeFileSync(join(first.clipsDir, `.upload-${id}.json`), JSON.stringify({ ...note, ...change }));
  };
  leave('before-the-boot', { name: 'a', boot: 'another' });
  leave('shorter', { name: 'b', totalBytes: 3 });
  leave('of-no-form', { name: 5 });
  writeFileSync(join(first.clipsDir, '.upload-without-note'), 'half');
  writeFileSync(join(first.clipsDir, '.upload-without-file.json'), JSON.stringify(note));
  writeFileSync(join(first.clipsDir, '.upload-link.json'), JSON.stringify({ ...note, name: 'c' }));
  const elsewhere = join(folder, 'elsewhere');
  writeFileSync(elsewhere, 'mine');
  symlinkSync(elsewhere, join(first.clipsDir, '.upload-link'));
  const second = await start(folder);
  await waitUntil(async () => ((await ask(second, `/uploads/${NAME}`)) as { clipId?: string }).clipId !== undefined);
  const clips = (await ask(second, '/clips')) as unknown as readonly { file: string; id: string }[];
  expect(clips.slice(1)).toMatchObject([{ file: NAME }]);
  expect(hiddenIn(second)).toEqual([]);
  expect(readFileSync(elsewhere, 'utf8')).toBe('mine');
});
