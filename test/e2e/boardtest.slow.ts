// `cuedeck boardtest` as a person runs it: interrupted, beside a player that plays, without its programs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname, networkInterfaces, userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { REPORT } from '../../src/cli/boardtest/report.ts';
import { writeScript } from '../fixtures/script.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { CUEDECK, refused, runCuedeck } from './cuedeck.ts';

/** A port where nothing listens. */
const NOBODY = { CUEDECK_HTTP_HOST: '127.0.0.1', CUEDECK_HTTP_PORT: '9' };
const TOKEN = 'a token that nobody may see';

const createFolder = async () => {
  const folder = await temporaryFolder();
  const work = join(folder, 'work');
  await mkdir(work);
  return { folder, work, environment: { ...NOBODY, CUEDECK_TOKEN: TOKEN, TMPDIR: work } };
};

test('after Ctrl-C it tells what was measured, and leaves no clip behind', { timeout: 120_000 }, async () => {
  const { folder, work, environment } = await createFolder();
  const args = ['boardtest', '--codec', 'h264', '--out', 'result.json'];
  const child = spawn(CUEDECK, args, {
    env: { PATH: process.env.PATH ?? '', ...environment },
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const out: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  const closed = once(child, 'close');
  // The picture of an exact jump: the first clip was made and is being measured.
  await vi.waitFor(
    () => {
      const [own = ''] = readdirSync(work);
      expect(readdirSync(join(work, own))).toContain('picture.jpg');
    },
    { timeout: 100_000, interval: 50 },
  );
  child.kill('SIGINT');
  expect(await closed).toEqual([1, null]);
  expect(await readdir(work)).toEqual([]);
  expect((await readdir(folder)).sort()).toEqual(['result.json', 'work']);
  expect(Buffer.concat(out).toString()).toMatch(/\nInterrupted: \d+ cases were not tried\.\n/);
  const text = await readFile(join(folder, 'result.json'), 'utf8');
  expect(REPORT.parse(JSON.parse(text), 'result.json')).toMatchObject({ codecs: ['h264'], isComplete: false });
  const own = [TOKEN, hostname(), folder, readMachineId(), ...readAddresses(), userInfo().homedir].filter(Boolean);
  expect(own.filter((secret) => new RegExp(`(?<!\\w)${secret}(?!\\w)`).test(text))).toEqual([]);
});

const readMachineId = (): string => {
  try {
    return readFileSync('/etc/machine-id', 'utf8').trim();
  } catch {
    return '';
  }
};

const readAddresses = (): readonly string[] =>
  Object.values(networkInterfaces()).flatMap((entries) =>
    (entries ?? []).flatMap(({ address, mac }) => [address, mac]),
  );

test('it does not begin while a clip plays', async () => {
  const { folder, work, environment } = await createFolder();
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ state: 'playing' }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const port = String((server.address() as AddressInfo).port);
  const outcome = await runCuedeck(['boardtest'], {
    environment: { ...environment, CUEDECK_HTTP_PORT: port },
    cwd: folder,
  });
  expect(outcome).toEqual(refused(1, 'The player plays a clip. Stop it first, or use --force to test all the same.'));
  expect([await readdir(work), await readdir(folder)]).toEqual([[], ['work']]);
});

test.each([
  ['mpv', 'There is no working mpv. Use: sudo apt install mpv, or set CUEDECK_MPV.'],
  ['ffmpeg', 'There is no working ffmpeg, which makes the clips. Use: sudo apt install ffmpeg'],
  ['encoders', 'This ffmpeg lacks libx264 and libx265, without which no clip can be made.'],
])('without %s it says so', async (absent, message) => {
  const { folder, environment } = await createFolder();
  const programs = join(folder, 'programs');
  await mkdir(programs);
  await symlink(process.execPath, join(programs, 'node'));
  await writeScript(programs, 'nice', 'shift 2; exec "$@"');
  if (absent !== 'mpv') await writeScript(programs, 'mpv', 'echo "  null  Null video output"');
  if (absent === 'encoders') await writeScript(programs, 'ffmpeg', 'echo none');
  const outcome = await runCuedeck(['boardtest'], {
    environment: { ...environment, PATH: `${programs}` },
    cwd: folder,
  });
  expect(outcome).toEqual(refused(1, message));
});

test.each([
  [['--minutes', 'soon'], 2, '--minutes soon is invalid; allowed: up to 240.'],
  [['--codec', 'av1'], 2, '--codec av1 is invalid; allowed: h264, hevc.'],
  [
    ['--out', '/nowhere/r.json'],
    1,
    '/nowhere/r.json cannot be written: it is not there (ENOENT). Name another with --out.',
  ],
])('%j is refused at once', async (options, code, message) => {
  const { folder, environment } = await createFolder();
  expect(await runCuedeck(['boardtest', ...options], { environment, cwd: folder })).toEqual(refused(code, message));
});
