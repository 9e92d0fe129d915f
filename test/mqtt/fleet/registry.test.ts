// What a view of the fleet makes of messages that anybody may have sent.
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
  ...{ clipId: 'film', clip: 'Film', state: 'playing', positionSeconds: 0, remainingSeconds: 10, clips: 1, faults: [] },
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
      ...{ positionSeconds: 0, remainingSeconds: 0, clips: 0, faults: [] },
    },
  ]);
});
