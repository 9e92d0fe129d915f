import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toTokenHash } from '../../src/talkgroup/registry/tokens.ts';
import { openStore } from '../../src/talkgroup/state/store.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { createUdpHotspot, joinByUdp, type RunningService, register, startService } from './fakes/running-service.ts';
import { createTestClock } from './fakes/test-clock.ts';

const PEER = 2_345_678;

const set = (service: RunningService, token: string, tg: string) =>
  service.post('/api/set_talkgroup.json', { peer: String(PEER), token, tg });

/** Waits for something a write brings about. */
const eventually = async <Value>(look: () => Promise<Value>, isIt: (value: Value) => boolean): Promise<Value> => {
  for (let attempt = 0; attempt < 200; attempt++) {
    const value = await look();
    if (isIt(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('it did not happen within two seconds');
};

const readActivity = ({ stateDir }: RunningService): Promise<string> =>
  readFile(join(stateDir, 'activity.json'), 'utf8').catch(() => '');

test('every document is private, with its last good copy beside it', async () => {
  const service = await startService();
  const { token } = await register(service, PEER);
  await service.admin('catalogue add', ['91', 'World']);
  await set(service, token, '91');
  await service.stop();
  const again = await startService({ stateDir: service.stateDir });
  await again.admin('catalogue add', ['92', 'Europe']);
  await again.admin('peer expiry', [String(PEER), '30']);
  await set(again, token, '92');
  await again.stop();
  const files = await readdir(service.stateDir);
  expect(files.sort()).toEqual(
    ['activity', 'catalogue', 'peers'].flatMap((name) => [`${name}.json`, `${name}.json.last-good`]),
  );
  for (const file of files) expect((await stat(join(service.stateDir, file))).mode & 0o777).toBe(0o600);
});

test('tokens stand on disk only as their SHA-256', async () => {
  const service = await startService();
  const { token, password } = await register(service, PEER);
  await service.stop();
  const text = await readFile(join(service.stateDir, 'peers.json'), 'utf8');
  expect([text.includes(token), text.includes(password)]).toEqual([false, true]);
  expect(token).toMatch(/^[0-9a-f]{40}$/);
});

test('a secret that is shown once is on disk before it is shown; on a disk that takes nothing it is not shown', async () => {
  const service = await startService();
  const read = () => readFile(join(service.stateDir, 'peers.json'), 'utf8');
  const { password } = await register(service, PEER);
  expect(await read()).toContain(password);
  const { token } = await service.admin('peer token', [String(PEER)]);
  expect(await read()).toContain(toTokenHash(token));
  const renewed = await service.admin('peer password', [String(PEER)]);
  expect(await read()).toContain(renewed.password);
  // A folder in the place of the temporary file.
  await mkdir(join(service.stateDir, '.peers.json.tmp', 'x'), { recursive: true });
  const nothing = /^Nothing has changed: .*peers\.json cannot be written now/;
  await expect(service.admin('peer token', [String(PEER)])).rejects.toThrow(nothing);
  await expect(service.admin('peer password', [String(PEER)])).rejects.toThrow(nothing);
  await expect(service.admin('peer add', ['2345679', 'M0DEF'])).rejects.toThrow(nothing);
  // What was shown last is in force, and what was never shown is not.
  const answer = await service.post('/api/get_talkgroups.json', { peer: String(PEER), token });
  expect(answer.status).toBe(200);
  const hotspot = await createUdpHotspot(service, PEER, { password: renewed.password });
  hotspot.start();
  await service.pass(10);
  expect(hotspot.state()).toBe('running');
  await expect(service.admin('peer password', [String(PEER)])).rejects.toThrow(nothing);
  await service.pass(11);
  expect(hotspot.state()).toBe('running');
  await rm(join(service.stateDir, '.peers.json.tmp'), { recursive: true });
  await service.admin('peer add', ['2345679', 'M0DEF']);
  expect(await read()).toContain(toTokenHash(token));
});

test('secrets that are renewed at once, on a disk that fails and recovers, leave the last one shown in force', async () => {
  const service = await startService();
  await register(service, PEER);
  const blocked = join(service.stateDir, '.peers.json.tmp');
  for (let round = 0; round < 5; round++) {
    const { token: shown } = await service.admin('peer token', [String(PEER)]);
    await mkdir(join(blocked, 'x'), { recursive: true });
    // A renewal that is refused shows no token.
    const renewals = [1, 2, 3].map(() =>
      service.admin('peer token', [String(PEER)]).then(
        (renewed) => renewed.token,
        () => undefined,
      ),
    );
    await Promise.all(renewals.slice(0, 2));
    await rm(blocked, { recursive: true });
    const tokens = (await Promise.all(renewals)).filter((token) => token !== undefined);
    const answer = await service.post('/api/get_talkgroups.json', {
      ...{ peer: String(PEER), token: tokens.at(-1) ?? shown },
    });
    expect(answer.status).toBe(200);
  }
});

test('the key of a bridge, too, is on disk before it is shown, and not shown when it is not', async () => {
  const service = await startService();
  const { key } = await service.admin('bridge add', ['club-b', '192.0.2.9:62035', '2345', '91']);
  expect(await readFile(join(service.stateDir, 'bridges.json'), 'utf8')).toContain(key);
  await mkdir(join(service.stateDir, '.bridges.json.tmp', 'x'), { recursive: true });
  await expect(service.admin('bridge add', ['club-c', '192.0.2.10:62035', '2345', '91'])).rejects.toThrow(
    /^Nothing has changed: .*bridges\.json cannot be written now/,
  );
  expect((await service.admin('bridge list')).map(({ name }) => name)).toEqual(['club-b']);
  await rm(join(service.stateDir, '.bridges.json.tmp'), { recursive: true });
});

test('two peers that are registered at once are both on disk, and both get their secrets', async () => {
  const service = await startService();
  const ids = [PEER, PEER + 1, PEER + 2, PEER + 3];
  const added = await Promise.all(ids.map((id) => service.admin('peer add', [String(id), 'M0ABC'])));
  const text = await readFile(join(service.stateDir, 'peers.json'), 'utf8');
  expect(added.map(({ id, password }) => [id, text.includes(password)])).toEqual(ids.map((id) => [id, true]));
});

test('a disk that takes nothing for a day is told once, and once that it takes something again', async () => {
  const log = createRecordingLog();
  const clock = createTestClock();
  const folder = await temporaryFolder();
  const path = join(folder, 'notes.json');
  const store = await openStore({
    ...{ path, clock, log, initial: { count: 0 }, compose: () => ({ count: 1 }) },
    parse: (value) => value as { count: number },
  });
  await mkdir(join(folder, '.notes.json.tmp', 'x'), { recursive: true });
  for (let round = 0; round < 5; round += 1) {
    store.touch();
    await store.flush();
  }
  expect([store.failures(), log.lines.map(({ level }) => level)]).toEqual([5, ['error']]);
  await rm(join(folder, '.notes.json.tmp'), { recursive: true });
  await store.flush();
  store.touch();
  await store.flush();
  expect(log.lines.slice(1).map(({ level, text }) => [level, text])).toEqual([
    ['info', `${path} can be written again`],
  ]);
});

test('a change is on its way to the disk within a second', async () => {
  const service = await startService();
  const { token } = await register(service, PEER);
  await service.admin('catalogue add', ['91', 'World']);
  await set(service, token, '91');
  expect(await readActivity(service)).toBe('');
  service.clock.advance(0.5);
  await eventually(
    () => readActivity(service),
    (text) => text.includes('"talkgroup":91'),
  );
});

test('everything is there again after a stop: peers, secrets, rights, talkgroups, subscriptions', async () => {
  const first = await startService();
  const { token } = await joinByUdp(first, PEER, { configuration: { slots: 4 } });
  await first.admin('catalogue add', ['91', 'World']);
  await first.admin('peer allow', [String(PEER), '91,92-95']);
  await first.admin('peer expiry', [String(PEER), '0']);
  await first.admin('peer options', [String(PEER), 'session']);
  await set(first, token, '91');
  const before = await first.admin('peer show', [String(PEER)]);
  await first.stop();
  const second = await startService({ stateDir: first.stateDir, clock: first.clock });
  expect(await second.admin('peer show', [String(PEER)])).toEqual({ ...before, isIn: false, software: '' });
  expect((await set(second, token, '91')).body).toBe('OK');
});

test('when a peer was last seen is current while it is in, and after a crash at most a minute and a half behind', async () => {
  const service = await startService();
  const hotspot = await joinByUdp(service, PEER);
  const cameAt = service.clock.wallSeconds();
  await service.pass(90);
  const shown = async () => (await service.admin('peer show', [String(PEER)])).seenAt ?? 0;
  expect(service.clock.wallSeconds() - (await shown())).toBeLessThanOrEqual(10);
  const seenIn = (text: string): number => Number(/"seenAt":([0-9]+)/.exec(text)?.[1]);
  // What stands on the disk is what a crash leaves.
  const kept = await eventually(
    () => readActivity(service),
    (text) => seenIn(text) > cameAt + 10,
  );
  expect(seenIn(kept)).toBeGreaterThanOrEqual(service.clock.wallSeconds() - 90);
  // Its silence is no sign of life.
  hotspot.vanish();
  const goneAt = await shown();
  await service.pass(65);
  expect(await service.admin('peer show', [String(PEER)])).toMatchObject({ isIn: false, seenAt: goneAt });
});

describe('a broken document', () => {
  test('is moved aside, its last good copy takes its place, and the log says so', async () => {
    const first = await startService();
    await register(first, PEER);
    await first.stop();
    const second = await startService({ stateDir: first.stateDir });
    await register(second, 2_345_679);
    await second.stop();
    await writeFile(join(first.stateDir, 'peers.json'), '{"peers":[');
    const third = await startService({ stateDir: first.stateDir });
    expect((await third.admin('peer list')).map(({ id }) => id)).toEqual([PEER]);
    expect(third.log.recent().map(({ text }) => text)).toContainEqual(
      expect.stringContaining('peers.json cannot be used'),
    );
  });

  test.each([
    ['peers', '{"peers":[{"id":1}]}'],
    [
      'peers',
      '{"peers":[{"id":2345678,"callsign":"X","tokenHash":"00","password":"","expiryMinutes":1,"options":"ignore"}]}',
    ],
    ['catalogue', '{"talkgroups":{}}'],
    ['catalogue', '[]'],
    ['activity', '{"subscriptions":[[1,[{"talkgroup":"91"}]]],"presences":[]}'],
    // To send to a port that is none, or with an id that fits into no datagram, throws.
    [
      'activity',
      '{"subscriptions":[],"presences":[{"peer":2345678,"simplex":false,"seenAt":1,"endpoint":{"address":"192.0.2.1","port":0}}]}',
    ],
    ['bridges', '{"bridges":[{"name":"b","host":"192.0.2.1","port":65536,"network":1,"key":"secret","relay":false}]}'],
    [
      'bridges',
      '{"bridges":[{"name":"b","host":"192.0.2.1","port":1,"network":4294967296,"key":"secret","relay":false}]}',
    ],
    ['activity', 'null'],
    ['activity', '\0\0\0\0'],
  ])('%s.json with %j does not keep the service from starting', async (name, content) => {
    const stateDir = await temporaryFolder();
    await writeFile(join(stateDir, `${name}.json`), content);
    const service = await startService({ stateDir });
    expect(await service.admin('status')).toMatchObject({ peers: 0, talkgroups: 0 });
    expect(await readdir(stateDir)).toContain(`${name}.json.broken`);
    expect(service.log.recent().map(({ text }) => text)).toContain(
      `${join(stateDir, `${name}.json`)} and its copy are unreadable: starting empty`,
    );
  });
});

describe('a disk that takes nothing', () => {
  test('is told once a try, and the document is written when it takes it again', async () => {
    const folder = await temporaryFolder();
    const clock = createTestClock();
    const log = createRecordingLog();
    const path = join(folder, 'deep', 'state.json');
    const store = await openStore({
      ...{ path, clock, log, initial: { n: 0 } },
      parse: () => ({ n: 0 }),
      compose: () => ({ n: 7 }),
    });
    await writeFile(join(folder, 'deep'), 'a file where a folder belongs');
    store.touch();
    clock.advance(0.5);
    await eventually(
      async () => store.failures(),
      (failures) => failures > 0,
    );
    expect([store.failures(), log.recent().length]).toEqual([1, 1]);
    await rm(join(folder, 'deep'));
    await mkdir(join(folder, 'deep'));
    clock.advance(5);
    await store.close();
    expect(await readFile(path, 'utf8')).toBe('{"n":7}');
    expect(store.failures()).toBe(1);
  });
});

test('two services never share a state folder', async () => {
  const service = await startService();
  await expect(startService({ stateDir: service.stateDir })).rejects.toThrow(
    `another talkgroup service runs on ${service.stateDir}`,
  );
  expect((await service.admin('status')).peers).toBe(0);
});

test('10,000 peers with five talkgroups each and 5,000 talkgroups are written and read within seconds', async () => {
  const stateDir = await temporaryFolder();
  const peers = Array.from({ length: 10_000 }, (_, index) => ({
    ...{ id: 2_000_000 + index, callsign: 'M0ABC', tokenHash: '0'.repeat(64), password: 'x'.repeat(22) },
    ...{ expiryMinutes: 15, options: 'ignore' },
  }));
  const talkgroups = Array.from({ length: 5000 }, (_, index) => ({
    ...{ number: 10_000 + index, name: `Talkgroup ${index}`, enabled: true },
  }));
  const subscriptions = peers.map(({ id }) => [
    id,
    [0, 1, 2, 3, 4].map((index) => ({ talkgroup: 10_000 + ((id + index) % 5000), timeslot: 2, source: 'static' })),
  ]);
  await writeFile(join(stateDir, 'peers.json'), JSON.stringify({ peers }));
  await writeFile(join(stateDir, 'catalogue.json'), JSON.stringify({ talkgroups }));
  await writeFile(join(stateDir, 'activity.json'), JSON.stringify({ subscriptions, presences: [] }));
  const startedAt = performance.now();
  const service = await startService({ stateDir });
  expect(await service.admin('status')).toMatchObject({ peers: 10_000, talkgroups: 5000, subscriptions: 50_000 });
  await service.admin('drop-dynamics', ['2000000']);
  const { token } = await service.admin('peer token', ['2000000']);
  const body = { peer: '2000000', token, tg: '10000' };
  expect((await service.post('/api/set_talkgroup.json', body)).body).toBe('OK');
  expect(JSON.parse((await service.post('/api/list_talkgroups.json', body)).body)).toHaveLength(5000);
  await service.stop();
  expect(performance.now() - startedAt).toBeLessThan(8000);
});
