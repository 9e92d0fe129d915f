// What a view of the fleet makes of messages that anybody may have sent.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createFleetRegistry } from '../../../src/mqtt/fleet/registry.ts';

const tell = (view: ReturnType<typeof createFleetRegistry>, topic: string, message: unknown): void =>
  view.handle(topic, Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)));

const STATUS = {
  name: 'left',
  groups: ['stage'],
  version: '1.2',
  urls: ['http://192.0.2.7'],
  clipId: 'film',
  clip: 'Film',
  state: 'playing',
  inSeconds: 1,
  outSeconds: 11,
  playerRunning: true,
  fault: null,
  clock: { source: 'chrony', uncertaintySeconds: 0.002 },
};
const LEFT = {
  ...{ id: 'p1', isOnline: true, name: 'left', groups: ['stage'], version: '1.2', urls: ['http://192.0.2.7'] },
  ...{
    clipId: 'film',
    clip: 'Film',
    state: 'playing',
    positionSeconds: 0,
    remainingSeconds: 10,
    clips: 1,
    tooSlow: [],
    faults: [],
  },
  clockUncertaintySeconds: 0.002,
};

test('a player is what its messages say; a position of another clip says nothing', () => {
  const view = createFleetRegistry('cuedeck');
  tell(view, 'cuedeck/player/p1/status', STATUS);
  expect(view.players()).toEqual([]);
  tell(view, 'cuedeck/player/p1/online', 'online');
  tell(view, 'cuedeck/player/p1/clips', [{ kind: 'splash' }, { kind: 'video', trouble: null }]);
  tell(view, 'cuedeck/player/p1/position', { clipId: 'other', positionSeconds: 3, remainingSeconds: 4 });
  expect(view.players()).toEqual([LEFT]);
  tell(view, 'cuedeck/player/p1/position', { clipId: 'film', positionSeconds: 3, remainingSeconds: 8 });
  expect(view.players()).toEqual([{ ...LEFT, positionSeconds: 3, remainingSeconds: 8 }]);
  tell(view, 'cuedeck/player/p1/status', { ...STATUS, loops: true });
  expect(view.players()).toEqual([{ ...LEFT, positionSeconds: 3, remainingSeconds: 8, loops: true }]);
  const armedAt = '2026-05-01T20:15:00.000Z';
  tell(view, 'cuedeck/player/p1/status', { ...STATUS, armedAt });
  expect(view.players()).toEqual([{ ...LEFT, positionSeconds: 3, remainingSeconds: 8, armedAt }]);
});

test('clips that a player is too slow for are named, a few of them, and are no fault', () => {
  const view = createFleetRegistry('cuedeck');
  tell(view, 'cuedeck/player/p1/online', 'online');
  const slow = Array.from({ length: 30 }, (_, index) => ({ clip: `Film ${index}`, playability: 'too-slow' }));
  tell(view, 'cuedeck/player/p1/clips', [
    { clip: 'Good', playability: 'smooth' },
    ...slow,
    { playability: 'too-slow' },
  ]);
  const [player] = view.players();
  expect([player?.clips, player?.tooSlow.length, player?.tooSlow[0], player?.faults]).toEqual([32, 20, 'Film 0', []]);
});

test('faults are the dead player program, the clip given up and each clip in trouble; who is offline has that one alone', () => {
  const view = createFleetRegistry('cuedeck');
  tell(view, 'cuedeck/player/p1/online', 'online');
  tell(view, 'cuedeck/player/p1/status', { ...STATUS, playerRunning: false, fault: 'Film was given up.' });
  tell(view, 'cuedeck/player/p1/clips', [{ kind: 'video', trouble: 'The file is gone.' }]);
  const faults = ['The player program does not run.', 'Film was given up.', 'The file is gone.'];
  expect(view.players()[0]?.faults).toEqual(faults);
  tell(view, 'cuedeck/player/p1/online', 'offline');
  expect(view.players()[0]?.faults).toEqual(['It is offline.']);
  tell(view, 'cuedeck/player/p1/online', '');
  expect(view.players()).toEqual([]);
});

test('a disk without room for an upload is a fault, one that nobody knows of is none', () => {
  const view = createFleetRegistry('cuedeck');
  tell(view, 'cuedeck/player/p1/online', 'online');
  const faultsAt = (clipsFreeBytes: number, clipsSizeBytes: number) => {
    tell(view, 'cuedeck/player/p1/status', { ...STATUS, clipsFreeBytes, clipsSizeBytes });
    return view.players()[0]?.faults;
  };
  expect(faultsAt(67_108_864, 4e9)).toEqual(['The disk of its clips is full.']);
  expect(faultsAt(67_108_865, 4e9)).toEqual([]);
  expect(faultsAt(0, 0)).toEqual([]);
});

test('of an address only the place of a web server is left, and only by number', () => {
  const view = createFleetRegistry('cuedeck');
  tell(view, 'cuedeck/player/p1/online', 'online');
  const reduced = (...urls: readonly unknown[]) => {
    tell(view, 'cuedeck/player/p1/status', { ...STATUS, urls });
    return view.players()[0]?.urls;
  };
  expect(reduced('http://192.0.2.7:8080/delete?id=1#', 'http://192.0.2.7:8080')).toEqual(['http://192.0.2.7:8080']);
  expect(reduced('http://a:b@192.0.2.7/../x', 'http://[2001:db8::7]:81/?')).toEqual([
    'http://192.0.2.7',
    'http://[2001:db8::7]:81',
  ]);
  const others = [
    'http://stage.local',
    'http://192.0.2.7.nip.io/',
    'https://192.0.2.7',
    'ftp://192.0.2.7',
    '//192.0.2.7',
  ];
  expect(
    reduced(...others, 'javascript:alert(1)', 'file:///etc/passwd', '', 7, null, `http://192.0.2.7/${'x'.repeat(500)}`),
  ).toEqual([]);
  expect(reduced(...Array.from({ length: 500 }, (_, index) => `http://192.0.2.7:${index + 1}`))).toHaveLength(16);
});

test('foreign topics and messages of any form do no harm', () => {
  const view = createFleetRegistry('cuedeck');
  for (const topic of ['other/player/p1/online', 'cuedeck/player/p1/x/online', 'cuedeck/player/p1/do', 'cuedeck/sync'])
    tell(view, topic, 'online');
  expect(view.players()).toEqual([]);
  tell(view, 'cuedeck/player/p1/online', 'online');
  for (const junk of ['', '{', '[]', 'null', '{"urls":7,"groups":{},"clock":[],"outSeconds":"1"}'])
    for (const part of ['status', 'clips', 'position']) tell(view, `cuedeck/player/p1/${part}`, junk);
  expect(view.players()).toEqual([
    {
      ...{ id: 'p1', isOnline: true, name: 'p1', groups: [], version: '', urls: [], clipId: '', clip: '', state: '' },
      ...{ positionSeconds: 0, remainingSeconds: 0, clips: 0, tooSlow: [], faults: [] },
    },
  ]);
});

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const usedBytes = (): number => {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

const CUT = 'It reports more than can be kept; some of it is not shown.';

/** A list that is far larger when it is parsed. */
const manyClips = (count: number): string => `[${Array.from({ length: count }, () => '{}').join(',')}]`;

test('of a thousand players with long clip lists little is kept, and every list is counted', () => {
  const view = createFleetRegistry('cuedeck');
  const text = Buffer.from(manyClips(40_000));
  const before = usedBytes();
  for (let n = 0; n < 400; n += 1) {
    tell(view, `cuedeck/player/p${n}/online`, 'online');
    view.handle(`cuedeck/player/p${n}/clips`, text);
  }
  expect(usedBytes() - before).toBeLessThan(40e6);
  expect(view.players().map(({ clips }) => clips)).toEqual(Array.from({ length: 400 }, () => 40_000));
  expect(usedBytes() - before).toBeLessThan(40e6);
});

test('what is too long to keep is left out, and said', () => {
  const view = createFleetRegistry('cuedeck');
  tell(view, 'cuedeck/player/p1/online', 'online');
  tell(view, 'cuedeck/player/p1/status', { ...STATUS, groups: ['x'.repeat(20_000)] });
  tell(view, `cuedeck/player/${'x'.repeat(300)}/online`, 'online');
  expect(view.players()).toMatchObject([{ id: 'p1', name: 'p1', groups: [], faults: [CUT] }]);
  tell(view, 'cuedeck/player/p1/status', STATUS);
  expect(view.players()).toMatchObject([{ name: 'left', groups: ['stage'], faults: [] }]);
});

test('when all players together report too much, the largest reports are forgotten first', () => {
  const view = createFleetRegistry('cuedeck');
  tell(view, 'cuedeck/player/small/online', 'online');
  tell(view, 'cuedeck/player/small/status', { ...STATUS, name: 'small' });
  for (let n = 0; n < 900; n += 1) {
    tell(view, `cuedeck/player/p${n}/online`, 'online');
    tell(view, `cuedeck/player/p${n}/status`, { ...STATUS, groups: ['x'.repeat(15_000)] });
  }
  const players = view.players();
  const keptBytes = players.reduce((sum, { groups }) => sum + groups.join('').length, 0);
  expect(keptBytes).toBeLessThan(9e6);
  expect(players.find(({ id }) => id === 'small')).toMatchObject({ name: 'small', faults: [] });
  expect(players.filter(({ groups }) => groups.length === 0).every(({ faults }) => faults.includes(CUT))).toBe(true);
});

test('of a long list of troubles the first are kept, each of them short', () => {
  const view = createFleetRegistry('cuedeck');
  tell(view, 'cuedeck/player/p1/online', 'online');
  tell(
    view,
    'cuedeck/player/p1/clips',
    Array.from({ length: 500 }, () => ({ trouble: 'x'.repeat(1000) })),
  );
  const [player] = view.players();
  expect([player?.clips, player?.faults]).toEqual([500, Array.from({ length: 20 }, () => 'x'.repeat(400))]);
});
