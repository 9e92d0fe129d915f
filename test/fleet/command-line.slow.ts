// `cuedeck fleet` with three real players and a real broker.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createClient } from '../e2e/client.ts';
import { type Outcome, refused, said } from '../e2e/cuedeck.ts';
import { media } from '../media/media.ts';
import { type FleetFixture, startFleet } from './fleet-fixture.ts';

const FILM = media('numbered-25.mp4');
const OTHER = media('numbered-50.mp4');

let fleetFixture: FleetFixture;
beforeAll(async () => {
  fleetFixture = await startFleet({ p1: 'stage', p2: 'stage', p3: '' });
}, 240_000);
afterAll(() => fleetFixture.stop());

const clipsOf = async (id: string): Promise<readonly string[]> =>
  (await createClient(fleetFixture.daemon(id).url).status()).CLIPS.slice(1).map(({ Filename }) => Filename);

/** What has arrived of an upload that was cut off. */
const leavePart = async (id: string, name: string, part: Buffer, totalBytes: number): Promise<void> => {
  const answer = await fetch(`${fleetFixture.daemon(id).url}/api/v1/uploads/${name}`, {
    method: 'PUT',
    headers: { 'Content-Range': `bytes 0-${part.length - 1}/${totalBytes}` },
    body: part,
  });
  expect([answer.status, await answer.json()]).toEqual([200, { upload: { receivedBytes: part.length, totalBytes } }]);
};

test('push brings a file to everyone at once, and sends nothing to who has it', async () => {
  const { code, out, err } = await fleetFixture.fleet('push', FILM);
  expect([code, out.trim().split('\n').sort(), err]).toEqual([
    0,
    ['p1', 'p2', 'p3'].map((id) => `${id}: got numbered-25.mp4`),
    '',
  ]);
  expect(await Promise.all(['p1', 'p2', 'p3'].map(clipsOf))).toEqual(Array(3).fill(['numbered-25.mp4']));
  const again = await fleetFixture.fleet('push', FILM, '--to', 'p1,p3', '--json');
  expect(JSON.parse(again.out)).toEqual(
    expect.arrayContaining(
      ['p1', 'p3'].map((player) => ({
        ...{ player, isDone: true, text: 'has numbered-25.mp4 already' },
        ...{ file: FILM, clip: 'numbered-25.mp4' },
      })),
    ),
  );
  expect(await clipsOf('p1')).toEqual(['numbered-25.mp4']);
});

test('push goes on where an upload was cut off, and begins anew when what was there is of another file', async () => {
  const bytes = readFileSync(OTHER);
  const part = bytes.subarray(0, 5000);
  await leavePart('p1', 'numbered-50.mp4', part, bytes.length);
  await leavePart('p2', 'numbered-50.mp4', Buffer.alloc(5000, 'x'), bytes.length);
  expect(await fleetFixture.fleet('push', OTHER, '--to', 'p1')).toEqual(
    said('p1: got the rest of numbered-50.mp4, from byte 5000 on'),
  );
  expect(await fleetFixture.fleet('push', OTHER, '--to', 'p2')).toEqual(said('p2: got numbered-50.mp4'));
  for (const id of ['p1', 'p2']) {
    expect(readFileSync(join(fleetFixture.daemon(id).clipsDir, 'numbered-50.mp4')).equals(bytes)).toBe(true);
    expect(await clipsOf(id)).toEqual(['numbered-25.mp4', 'numbered-50.mp4']);
  }
});

test('list names every player; status says what each does and that nothing is wrong', async () => {
  const { out } = await fleetFixture.fleet('list', '--json');
  const players: readonly Record<string, unknown>[] = JSON.parse(out);
  expect(
    players.map(({ id, isOnline, groups, urls, clips, faults }) => ({ id, isOnline, groups, urls, clips, faults })),
  ).toEqual(
    [
      ['p1', ['stage'], 2],
      ['p2', ['stage'], 2],
      ['p3', [], 1],
    ].map(([id, groups, clips]) => ({
      ...{ id, isOnline: true, groups, clips, faults: [] },
      urls: [fleetFixture.daemon(String(id)).url],
    })),
  );
  const status = await fleetFixture.fleet('status', '--group', 'stage');
  expect([status.code, status.out.trim().split('\n').length]).toEqual([0, 2]);
  expect(status.out).toMatch(/^p1: \S+ .*, \d+:\d\d\.\d{3}, \d+:\d\d\.\d{3} left; clock /);
});

/** A machine that is held up needs longer until all have the clip ready. */
const fireInTime = async (): Promise<Outcome> => {
  const fire = (seconds: number) => fleetFixture.fleet('fire', 'numbered-25.mp4', '--in', String(seconds), '--force');
  const first = await fire(2);
  return first.out.includes('ms ago when the clip was ready') ? fire(15) : first;
};

test('fire starts all players in one instant, says who did not and why; stop stops them', async () => {
  const fired = await fireInTime();
  expect([fired.code, fired.err]).toEqual([0, '']);
  for (const [index, line] of fired.out.trim().split('\n').entries())
    expect(line).toMatch(new RegExp(`^p${index + 1}: started numbered-25.mp4, -?[0-9.]+ ms after the instant$`));
  expect(await fleetFixture.fleet('fire', 'numbered-50.mp4')).toEqual({
    code: 1,
    out: [
      'p1: plays numbered-50.mp4\np2: plays numbered-50.mp4\n',
      'p3: FAILED, There is no clip "numbered-50.mp4"; allowed: an id or a name of the list\n',
    ].join(''),
    err: '',
  });
  expect(await fleetFixture.fleet('stop', '--group', 'stage')).toEqual(
    said('p1: stopped numbered-50.mp4', 'p2: stopped numbered-50.mp4'),
  );
});

test.each([
  [['status', '--to', 'nobody'], 1, 'There is no player "nobody". `cuedeck fleet list` shows them.'],
  [['stop', '--group', 'nowhere'], 1, 'No player is in the group "nowhere". Is it online, and at this broker?'],
  [['stop', '--group', 'stage', '--to', 'p1'], 2, '--to and --group cannot be combined.'],
  [
    ['fire', 'x', '--at', 'noon'],
    2,
    '--at noon is invalid; allowed: a time with its zone, such as 2026-05-01T20:15:00Z.',
  ],
  [
    ['fire', 'x', '--at', '2020-01-01T00:00:00Z'],
    2,
    '--at 2020-01-01T00:00:00Z is in the past, by the clock of this machine.',
  ],
  [['fire', 'x', '--in', '0'], 2, '--in 0 is invalid; allowed: seconds from 0.5 to 86400.'],
  [['fire', 'x', '--in', '-1'], 2, '--in -1 is invalid; allowed: seconds from 0.5 to 86400.'],
  [['fire', 'x', '--in', '-x'], 2, '--in lacks its value; one that begins with a hyphen is written --in=VALUE.'],
  [
    ['push', '/nowhere/film.mp4'],
    1,
    '/nowhere/film.mp4 cannot be read: no such file (ENOENT). Check the name and try again.',
  ],
])('fleet %j is refused and touches nobody', async (args, code, line) => {
  const outcome = await fleetFixture.fleet(...args);
  expect([outcome.code, outcome.out]).toEqual([code, '']);
  expect(outcome.err.replace(/: [^:]*\(ENOENT\)/, ': no such file (ENOENT)').trim()).toBe(line);
});

test('rename gives a player another name and leaves its id', async () => {
  expect(await fleetFixture.fleet('rename', 'p3', 'balcony')).toEqual(said('p3: is called balcony now'));
  expect(await fleetFixture.fleet('rename', 'p1', 'Balcony')).toEqual(
    refused(1, 'p1 does not become "Balcony": p3 is called that. Choose another name.'),
  );
  const client = createClient(fleetFixture.daemon('p3').url);
  expect((await client.status()).PLAYERNAME).toBe('balcony');
  const { out } = await fleetFixture.fleet('status', '--to', 'balcony', '--json');
  expect(JSON.parse(out).map(({ id, name }: Record<string, unknown>) => [id, name])).toEqual([['p3', 'balcony']]);
});

test('push says by which name a player has the file where that is not its own, and fire plays it by that', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cuedeck-fleet-'));
  const push = (name = 'numbered-25.mp4'): Promise<Outcome> => {
    copyFileSync(OTHER, join(folder, name));
    return fleetFixture.fleet('push', join(folder, name), '--to', 'p3');
  };
  expect(await push()).toEqual(said('p3: got numbered-25.mp4 as "numbered-25 (2).mp4", another clip has that name'));
  expect(await push()).toEqual(said('p3: has numbered-25.mp4 already, as "numbered-25 (2).mp4"'));
  expect(await fleetFixture.fleet('fire', 'numbered-25 (2).mp4', '--to', 'p3')).toEqual(
    said('p3: plays numbered-25 (2).mp4'),
  );
  expect(await push('-dash.mp4')).toEqual(said('p3: got -dash.mp4 as "dash.mp4"'));
  expect(await push('-dash.mp4')).toEqual(said('p3: has -dash.mp4 already, as "dash.mp4"'));
  expect(await push('odd\u001b.mp4')).toEqual(said('p3: got odd\ufffd.mp4 as "odd.mp4"'));
});

test('push names the file that a player refused, and goes on with the others', async () => {
  const notes = join(mkdtempSync(join(tmpdir(), 'cuedeck-fleet-')), 'notes.mp4');
  writeFileSync(notes, 'no film');
  const { code, out } = await fleetFixture.fleet('push', notes, FILM, '--to', 'p1');
  expect([code, out]).toEqual([
    1,
    expect.stringMatching(/^p1: FAILED, notes\.mp4: .+\np1: has numbered-25\.mp4 already\n$/),
  ]);
});

/** A player that is only a name at the broker, and says which version it is; empty: it goes. */
const tellOfP0 = async (version: string): Promise<void> => {
  const client = await connectAsync(fleetFixture.broker.url, { protocolVersion: 5 });
  const tell = (topic: string, text: string) => client.publishAsync(topic, text, { qos: 1, retain: true });
  await tell(
    'cuedeck/player/p0/status',
    JSON.stringify({ version, urls: ['http://127.0.0.1:1'], playerRunning: true }),
  );
  await tell('cuedeck/player/p0/online', version === '' ? '' : 'online');
  await client.endAsync();
};

/** SSH that does nothing, and at its second command kills a player, as a bad version would. */
const makePrograms = (victim: number | undefined): string => {
  const folder = mkdtempSync(join(tmpdir(), 'cuedeck-fleet-'));
  const write = (name: string, ...lines: readonly string[]): void => {
    writeFileSync(join(folder, name), `${['#!/bin/sh', ...lines].join('\n')}\n`);
    chmodSync(join(folder, name), 0o755);
  };
  write('scp', `echo "scp $*" >> ${folder}/calls`);
  write(
    'ssh',
    `echo "ssh $*" >> ${folder}/calls`,
    `case "$*" in *' cuedeck update '*) ;; *) exit 0 ;; esac`,
    `[ $(grep -c '^ssh .* cuedeck update ' ${folder}/calls) = 2 ] && kill -9 ${victim}`,
    'exit 0',
  );
  return folder;
};

const makePackage = (folder: string): string => {
  mkdirSync(join(folder, 'tree/DEBIAN'), { recursive: true });
  const fields = [
    'Package: cuedeck',
    'Version: 99.0',
    'Architecture: all',
    'Maintainer: x <x@example.org>',
    'Description: x',
  ];
  writeFileSync(join(folder, 'tree/DEBIAN/control'), `${fields.join('\n')}\n`);
  execFileSync('dpkg-deb', ['--build', '-Znone', join(folder, 'tree'), join(folder, 'new.deb')], { stdio: 'ignore' });
  return join(folder, 'new.deb');
};

test('update believes no program, but what the player says of itself; a user who is none reaches no program', async () => {
  const programs = makePrograms(undefined);
  const update = (...options: readonly string[]) =>
    fleetFixture.fleetWith(programs, 'update', makePackage(programs), '--to', 'p1', '--watch', '6', ...options);
  expect(await update('--user=-oProxyCommand=x')).toEqual(
    refused(2, '--user -oProxyCommand=x is invalid; allowed: the name of a user.'),
  );
  expect(existsSync(join(programs, 'calls'))).toBe(false);
  expect(await update()).toEqual({
    code: 1,
    out: expect.stringMatching(/^p1: FAILED, not well after the update: it is \d+\.\d+\.\d+ that runs\n$/),
    err: '',
  });
});

test('update goes in waves and touches nobody after the first player that is not well', async () => {
  const programs = makePrograms(fleetFixture.daemon('p2').process.pid);
  const file = makePackage(programs);
  await tellOfP0('1.0');
  onTestFinished(() => tellOfP0(''));
  const players = ['--to', 'p0,p2,p3'];
  const updating = fleetFixture.fleetWith(programs, 'update', file, '--watch', '8', '--user', 'crew', ...players);
  const isUpdated = (): boolean =>
    existsSync(join(programs, 'calls')) && readFileSync(join(programs, 'calls'), 'utf8').includes(' cuedeck update ');
  await expect.poll(isUpdated, { timeout: 60_000 }).toBe(true);
  await tellOfP0('99.0');
  const { code, out } = await updating;
  expect([code, out.trim().split('\n')]).toEqual([
    1,
    ['p0: updated to 99.0', 'p2: FAILED, not well after the update: It is offline', 'p3: FAILED, left as it was'],
  ]);
  const calls = readFileSync(join(programs, 'calls'), 'utf8').trim().split('\n');
  // In a folder of its own, which nobody else can have made before.
  const folders = calls.map((call) => /\/var\/tmp\/cuedeck-fleet-update-[0-9a-f]{16}/.exec(call)?.[0] ?? '');
  expect(calls.map((call, index) => call.split(' -- ')[1]?.replace(folders[index] ?? '', 'FOLDER'))).toEqual(
    [1, 2].flatMap(() => [
      'crew@127.0.0.1 mkdir -m 700 FOLDER',
      `${file} crew@127.0.0.1:FOLDER/cuedeck.deb`,
      'crew@127.0.0.1 cuedeck update FOLDER/cuedeck.deb',
      'crew@127.0.0.1 rm -rf FOLDER',
    ]),
  );
  expect([new Set(folders.slice(0, 4)).size, new Set(folders).size]).toEqual([1, 2]);
});

test('a player that is offline is a fault of the status, takes no command, and keeps an update from beginning', async () => {
  const status = await fleetFixture.fleet('status');
  expect([status.code, status.out.split('\n')[1]]).toEqual([1, 'p2: offline']);
  const stopped = await fleetFixture.fleet('stop');
  expect([stopped.code, stopped.out.split('\n')[1]]).toEqual([1, 'p2: FAILED, it is offline']);
  expect((await fleetFixture.fleet('push', FILM, OTHER, '--to', 'p2')).out).toBe('p2: FAILED, it is offline\n');
  const programs = makePrograms(undefined);
  const reason = 'p2 is not well: It is offline. Nothing was changed; --to chooses the others.';
  expect(await fleetFixture.fleetWith(programs, 'update', makePackage(programs))).toEqual(refused(1, reason));
  expect(existsSync(join(programs, 'calls'))).toBe(false);
});

/** What the broker keeps, by topic. */
const keptOf = async (id: string): Promise<readonly string[]> => {
  const client = await connectAsync(fleetFixture.broker.url, { protocolVersion: 5 });
  const topics: string[] = [];
  client.on('message', (topic) => topics.push(topic));
  await client.subscribeAsync(['#'], { qos: 1 });
  // Its own message comes back when all that is kept has come.
  await new Promise<void>((resolve) => {
    client.on('message', (topic) => topic === 'mark' && resolve());
    client.publish('mark', '');
  });
  await client.endAsync();
  return [...new Set(topics.filter((topic) => new RegExp(`\\b(cuedeck_)?${id}/`).test(topic)))].sort();
};

test('forget takes a player that is offline out of the list and from Home Assistant, and refuses one that is online', async () => {
  expect(await keptOf('p2')).toEqual([
    'cuedeck/player/p2/clips',
    'cuedeck/player/p2/online',
    'cuedeck/player/p2/position',
    'cuedeck/player/p2/status',
    'homeassistant/device/cuedeck_p2/config',
  ]);
  expect(await fleetFixture.fleet('forget', 'p1', 'p2', 'p2')).toEqual({
    code: 1,
    out: 'p1: FAILED, it is online; switch it off first\np2: is forgotten\n',
    err: '',
  });
  expect([(await keptOf('p1')).length, await keptOf('p2')]).toEqual([5, []]);
  const { out } = await fleetFixture.fleet('list', '--json');
  expect(JSON.parse(out).map(({ id }: Record<string, unknown>) => id)).toEqual(['p1', 'p3']);
  const reason = 'There is no player "p2". `cuedeck fleet list` shows them.';
  expect(await fleetFixture.fleet('forget', 'p3', 'p2')).toEqual(refused(1, reason));
});
