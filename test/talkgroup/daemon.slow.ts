import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { callDaemon } from '../../src/talkgroup/admin/admin-client.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { CLI, runProgram, startDaemon } from './fakes/daemon-process.ts';
import { DAEMON } from './fakes/launched-daemon.ts';
import { createUdpHotspot } from './fakes/running-service.ts';
import { createTestClock } from './fakes/test-clock.ts';

const PEER = 2_345_678;

beforeAll(() => {
  for (const file of [DAEMON, CLI]) if (!existsSync(file)) throw new Error(`${file} is missing: npm run build`);
});

const waitFor = async (isIt: () => boolean, what: string): Promise<void> => {
  const latest = performance.now() + 60_000;
  while (!isIt()) {
    if (performance.now() > latest) throw new Error(`${what}: not within a minute`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

const environmentIn = async () => {
  const folder = await temporaryFolder();
  return {
    CUEDECK_TALKGROUP_STATE_DIR: join(folder, 'state'),
    CUEDECK_TALKGROUP_RUNTIME_DIR: join(folder, 'run'),
  };
};

test('the built daemon serves the dashboard that lies beside it', async () => {
  const { http } = await startDaemon(await environmentIn());
  const page = await fetch(http);
  expect([page.status, await page.text()]).toEqual([200, readFileSync('dist/dashboard/index.html', 'utf8')]);
});

describe('the command line of the daemon', () => {
  test('--version', async () => {
    expect(await runProgram(DAEMON, ['--version'])).toEqual({ code: 0, out: `${packageJson.version}\n`, err: '' });
  });

  test('--help lists every setting with its default', async () => {
    const { code, out } = await runProgram(DAEMON, ['--help']);
    expect(code).toBe(0);
    expect(out).toContain('CUEDECK_TALKGROUP_DMR_PORT');
    expect(out).toContain('[62031]');
  });

  test('a bad setting is one line, and exit 78', async () => {
    expect(await runProgram(DAEMON, [], { CUEDECK_TALKGROUP_DMR_PORT: 'x' })).toEqual({
      ...{ code: 78, out: '' },
      err: 'CUEDECK_TALKGROUP_DMR_PORT="x" is refused; allowed: a port from 0 (any free one) to 65535\n',
    });
  });

  test('a port that is taken is one line, and exit 1', async () => {
    const environment = await environmentIn();
    const daemon = await startDaemon(environment);
    for (const [variable, value] of [
      ['CUEDECK_TALKGROUP_HTTP_PORT', new URL(daemon.http).port],
      ['CUEDECK_TALKGROUP_DMR_PORT', String(daemon.dmrPort)],
    ] as const) {
      const other = {
        ...(await environmentIn()),
        CUEDECK_TALKGROUP_HTTP_PORT: '0',
        CUEDECK_TALKGROUP_DMR_PORT: '0',
        CUEDECK_TALKGROUP_HTTP_HOST: '127.0.0.1',
        CUEDECK_TALKGROUP_DMR_HOST: '127.0.0.1',
        [variable]: value,
      };
      const { code, err } = await runProgram(DAEMON, [], other);
      expect([code, err]).toEqual([1, expect.stringMatching(/^[^\n]*EADDRINUSE[^\n]*\n$/)]);
    }
  });
});

test('it says where it listens, and its socket is for its user alone', async () => {
  const environment = await environmentIn();
  const daemon = await startDaemon(environment);
  expect(daemon.lines.slice(0, 2)).toEqual([
    expect.stringMatching(/^listening http:\/\/127\.0\.0\.1:[1-9][0-9]*$/),
    expect.stringMatching(/^listening dmr 127\.0\.0\.1:[1-9][0-9]*$/),
  ]);
  expect(daemon.adminSocket).toBe(join(environment.CUEDECK_TALKGROUP_RUNTIME_DIR, 'admin.sock'));
  expect((await stat(daemon.adminSocket)).mode & 0o777).toBe(0o600);
  expect((await stat(dirname(daemon.adminSocket))).mode & 0o777).toBe(0o700);
});

test('SIGTERM: peers are told, the state is written, all within two seconds, and nothing is left behind', async () => {
  const { CUEDECK_TALKGROUP_STATE_DIR: stateDir } = await environmentIn();
  const daemon = await startDaemon({ CUEDECK_TALKGROUP_STATE_DIR: stateDir });
  const added = await callDaemon(daemon.adminSocket, {
    ...{ command: 'peer add', arguments: [String(PEER), 'M0ABC'], options: {} },
  });
  const clock = createTestClock();
  const hotspot = await createUdpHotspot({ clock, dmrPort: daemon.dmrPort }, PEER, { password: added.password });
  hotspot.start();
  clock.advance(10);
  await waitFor(() => hotspot.state() === 'running', 'login');
  // A page that stays open and a client that says nothing must not hold it up.
  const page = await fetch(`${daemon.http}/dashboard/events`);
  const { code, seconds } = await daemon.end('SIGTERM');
  expect([code, seconds < 2]).toEqual([0, true]);
  await waitFor(() => hotspot.state() === 'connecting', 'goodbye of the master');
  await page.text().catch(() => '');
  expect(existsSync(dirname(daemon.adminSocket))).toBe(false);
  expect(await readdir(stateDir)).toContain('peers.json');
  expect(await readFile(join(stateDir, 'activity.json'), 'utf8')).not.toContain('endpoint');
});

test('after a SIGKILL it starts again with all it had, and calls its peers back', async () => {
  const environment = await environmentIn();
  const first = await startDaemon(environment);
  const added = await callDaemon(first.adminSocket, {
    ...{ command: 'peer add', arguments: [String(PEER), 'M0ABC'], options: {} },
  });
  const clock = createTestClock();
  const hotspot = await createUdpHotspot({ clock, dmrPort: first.dmrPort }, PEER, { password: added.password });
  hotspot.start();
  clock.advance(10);
  await waitFor(() => hotspot.state() === 'running', 'login');
  const activity = join(environment.CUEDECK_TALKGROUP_STATE_DIR, 'activity.json');
  await waitFor(
    () => existsSync(activity) && readFileSync(activity, 'utf8').includes('endpoint'),
    'who is in, on disk',
  );
  await first.end('SIGKILL');
  const second = await startDaemon({ ...environment, CUEDECK_TALKGROUP_DMR_PORT: String(first.dmrPort) });
  await waitFor(() => hotspot.state() === 'login', 'recall');
  clock.advance(10);
  await waitFor(() => hotspot.state() === 'running', 'second login');
  expect(hotspot.ports).toHaveLength(1);
  const status = await callDaemon(second.adminSocket, { command: 'status', arguments: [], options: {} });
  expect(status).toMatchObject({ peers: 1, peersIn: 1, version: packageJson.version });
});

test('killed while it writes, again and again: what was acknowledged a second before is there', async () => {
  const environment = await environmentIn();
  let id = 2_000_000;
  let written = 0;
  for (let round = 0; round < 3; round++) {
    const daemon = await startDaemon(environment);
    const { peers } = await callDaemon(daemon.adminSocket, { command: 'status', arguments: [], options: {} });
    expect(peers).toBeGreaterThanOrEqual(written);
    expect(daemon.lines.filter((line) => line.includes('cannot be used'))).toEqual([]);
    const acknowledged: [at: number, peers: number][] = [[performance.now(), peers]];
    const addPeer = async (): Promise<void> => {
      await callDaemon(daemon.adminSocket, { command: 'peer add', arguments: [String(id++), 'M0ABC'], options: {} });
      acknowledged.push([performance.now(), peers + acknowledged.length]);
    };
    await addPeer();
    const killAt = performance.now() + 1150 + round * 170;
    while (performance.now() < killAt) await addPeer();
    await daemon.end('SIGKILL');
    written = acknowledged.findLast(([at]) => at < killAt - 1000)?.[1] ?? 0;
    expect(written).toBeGreaterThan(peers);
  }
});

test('metrics are served on loopback when a port is set', async () => {
  const daemon = await startDaemon({ ...(await environmentIn()), CUEDECK_TALKGROUP_METRICS_PORT: '0' });
  const place = daemon.lines.map((line) => /^listening metrics (.*)$/.exec(line)?.[1]).find(Boolean) ?? '';
  expect(place).toMatch(/^http:\/\/127\.0\.0\.1:[0-9]+\/metrics$/);
  const response = await fetch(place);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(await response.text()).toContain('\ncuedeck_talkgroup_peers 0\n');
  // No commands there.
  const refused = await fetch(place.replace('/metrics', '/command'), { method: 'POST' });
  expect([refused.status, refused.headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8']);
  const other = await fetch(place, { method: 'POST' });
  expect([other.status, other.headers.get('allow'), await other.text()]).toEqual([
    ...[405, 'GET, HEAD', 'method not allowed\n'],
  ]);
});

describe('`cuedeck talkgroup`', () => {
  test('finds the daemon by its settings, and by its state folder', async () => {
    const environment = await environmentIn();
    await startDaemon(environment);
    expect((await runProgram(CLI, ['talkgroup', 'peer', 'list'], environment)).out).toBe('No peer is registered.\n');
    const { CUEDECK_TALKGROUP_STATE_DIR: stateDir } = await environmentIn();
    await startDaemon({ CUEDECK_TALKGROUP_STATE_DIR: stateDir });
    const found = await runProgram(CLI, ['talkgroup', 'peer', 'list'], { CUEDECK_TALKGROUP_STATE_DIR: stateDir });
    expect(found).toEqual({ code: 0, out: 'No peer is registered.\n', err: '' });
  });

  test('says when there is none, with exit 69', async () => {
    const environment = await environmentIn();
    const { code, err } = await runProgram(CLI, ['talkgroup', 'status'], environment);
    expect([code, err]).toEqual([69, expect.stringMatching(/^No talkgroup service answers at .*admin\.sock: .*\n$/)]);
  });

  test('reads a list from a file and from standard input', async () => {
    const environment = await environmentIn();
    await startDaemon(environment);
    const folder = environment.CUEDECK_TALKGROUP_RUNTIME_DIR;
    const file = join(folder, 'list.json');
    await mkdir(folder, { recursive: true });
    await writeFile(file, '{"91":"World"}');
    const words = ['talkgroup', 'catalogue', 'import'];
    expect((await runProgram(CLI, [...words, file], environment)).out).toContain('added      1');
    expect((await runProgram(CLI, [...words, '-'], environment, '91,World\n92,Europe\n')).out).toContain(
      'unchanged  1',
    );
    expect(await runProgram(CLI, [...words, join(folder, 'none')], environment)).toMatchObject({
      ...{ code: 1, out: '' },
      err: expect.stringContaining('none cannot be read: it is not there (ENOENT)'),
    });
  });
});
