// The client libraries that people run, as npm has them, against the running daemon: connect, list, goto, play, notifications, disconnect.
import * as released2 from 'hyperdeck-connection-2';
import * as released3 from 'hyperdeck-connection-3';
import { Hyperdeck as HyperdeckLib, Logger } from 'hyperdeck-js-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DaemonWithClips, startDaemonWithClips } from './daemon-with-clips.ts';

/** One library has its port built in, so a daemon is given an address of its own. */
const HOST = '127.0.0.2';
const PORT = 9993;

let fixture: DaemonWithClips;

beforeAll(async () => {
  fixture = await startDaemonWithClips(
    [
      { media: 'numbered-25.mp4', file: 'first clip.mp4' },
      { media: 'numbered-50.mp4', file: 'second.mp4' },
      { media: 'still.png', file: 'third.png' },
    ],
    { CUEDECK_HTTP_HOST: HOST, CUEDECK_HYPERDECK_PORT: String(PORT) },
  );
});
afterAll(() => fixture?.daemon.dispose());

const within = <Value>(promise: Promise<Value>, what: string): Promise<Value> =>
  Promise.race([
    promise,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error(`${what} did not come`)), 10_000).unref()),
  ]);

describe.each([
  ['2.0.1', released2],
  ['3.1.0', released3],
] as const)('hyperdeck-connection %s', (_version, library) => {
  const { Commands, Hyperdeck, TransportStatus, SlotStatus, VideoFormat } = library as typeof released3;

  test('connects, lists, goes, plays, is told, and disconnects', async () => {
    // Pings as it does by itself: by a shorter period the client, and our watchdog by its wish, give up on a busy machine.
    const deck = new Hyperdeck();
    const errors: unknown[] = [];
    deck.on('error', (...error) => errors.push(error));
    const connected = new Promise<unknown>((resolve) => deck.once('connected', resolve));
    deck.connect(HOST, PORT);
    expect(await within(connected, 'connected')).toMatchObject({
      protocolVersion: 1.11,
      model: 'HyperDeck Studio Mini',
    });

    expect(await deck.sendCommand(new Commands.DeviceInfoCommand())).toMatchObject({ slots: 2 });
    expect(await deck.sendCommand(new Commands.SlotInfoCommand(1))).toMatchObject({
      slotId: 1,
      status: SlotStatus.MOUNTED,
      recordingTime: 0,
    });
    expect(await deck.sendCommand(new Commands.SlotInfoCommand(2))).toMatchObject({ status: SlotStatus.EMPTY });
    expect((await deck.sendCommand(new Commands.ClipsCountCommand())).count).toBe(3);
    expect(await deck.sendCommand(new Commands.ClipsGetCommand())).toEqual({
      clipCount: 3,
      clips: [
        { clipId: 1, name: 'first clip.mp4', startTime: '00:00:00:00', duration: '00:00:10:00' },
        { clipId: 2, name: 'second.mp4', startTime: '00:00:10:00', duration: '00:00:06:00' },
        { clipId: 3, name: 'third.png', startTime: '00:00:16:00', duration: '00:00:10:00' },
      ],
    });
    const disk = await deck.sendCommand(new Commands.DiskListCommand());
    expect(disk.clips.map(({ name, format }) => [name, format])).toEqual([
      ['first clip.mp4', '1080p25'],
      ['second.mp4', '1080p50'],
      ['third.png', '1080p25'],
    ]);
    expect(await deck.sendCommand(new Commands.ConfigurationGetCommand())).toMatchObject({ videoInput: 'SDI' });
    expect(await deck.sendCommand(new Commands.RemoteGetCommand())).toMatchObject({ enabled: true });

    const goTo = new Commands.GoToCommand();
    goTo.clipId = 1;
    await deck.sendCommand(goTo);
    const notify = new Commands.NotifySetCommand();
    notify.transport = true;
    notify.slot = true;
    notify.displayTimecode = true;
    notify.timelinePosition = true;
    await deck.sendCommand(notify);
    const statuses: unknown[] = [];
    let timecodes = 0;
    let positions = 0;
    deck.on('notify.transport', (info) => statuses.push([info.status, info.speed, info.clipId]));
    deck.on('notify.displayTimecode', () => {
      timecodes += 1;
    });
    deck.on('notify.timelinePosition', ({ timelinePosition }) => {
      if (Number.isFinite(Number(timelinePosition))) positions += 1;
    });

    goTo.clipId = 2;
    await deck.sendCommand(goTo);
    expect(await deck.sendCommand(new Commands.TransportInfoCommand())).toMatchObject({
      status: TransportStatus.STOPPED,
      clipId: 2,
      slotId: 1,
      videoFormat: VideoFormat._1080p50,
      speed: 0,
    });
    const play = new Commands.PlayCommand();
    play.speed = '100';
    play.loop = true;
    play.singleClip = true;
    await deck.sendCommand(play);
    await expect.poll(() => timecodes > 5 && positions > 5).toBe(true);
    await deck.sendCommand(new Commands.StopCommand());
    await expect
      .poll(() => statuses)
      .toEqual([
        [TransportStatus.STOPPED, 0, 2],
        [TransportStatus.PLAY, 100, 2],
        [TransportStatus.STOPPED, 0, 2],
      ]);
    await deck.sendCommand(play);
    const select = new Commands.SlotSelectCommand();
    select.format = VideoFormat._1080p25;
    await deck.sendCommand(select);
    expect(await deck.sendCommand(new Commands.TransportInfoCommand())).toMatchObject({
      status: TransportStatus.PLAY,
      clipId: null,
      videoFormat: VideoFormat._1080p50,
      speed: 100,
    });
    expect((await deck.sendCommand(new Commands.ClipsCountCommand())).count).toBe(2);
    await deck.sendCommand(new Commands.StopCommand());
    await deck.sendCommand(Object.assign(new Commands.SlotSelectCommand(), { slotId: 1 }));
    expect(await deck.sendCommand(new Commands.TransportInfoCommand())).toMatchObject({ clipId: 2, speed: 0 });
    await within(deck.disconnect(), 'the answer to quit');
    expect(errors).toEqual([]);
  });
});

test('hyperdeck-js-lib 1.8.0 connects, lists, goes, plays, is told, and disconnects', async () => {
  Logger.setLevel(Logger.OFF);
  const deck = new HyperdeckLib(HOST);
  await within(Promise.resolve(deck.onConnected()), 'connected');
  const events: number[] = [];
  deck.getNotifier().on('asynchronousEvent', ({ code }: { code: number }) => events.push(code));
  expect((await deck.clipsGet()).params).toEqual({
    'clip count': '3',
    '1': 'first clip.mp4 00:00:00:00 00:00:10:00',
    '2': 'second.mp4 00:00:10:00 00:00:06:00',
    '3': 'third.png 00:00:16:00 00:00:10:00',
  });
  expect((await deck.slotInfo(1)).params).toMatchObject({ status: 'mounted' });
  expect((await deck.makeRequest('notify: transport: true')).code).toBe(200);
  expect((await deck.goTo('00:00:12:00')).code).toBe(200);
  expect((await deck.transportInfo()).params).toMatchObject({ 'clip id': '2', 'display timecode': '00:00:12:00' });
  expect((await deck.nextClip()).code).toBe(200);
  expect((await deck.prevClip()).code).toBe(200);
  expect((await deck.play(50)).code).toBe(200);
  expect((await deck.transportInfo()).params).toMatchObject({ status: 'play', speed: '50', 'clip id': '2' });
  expect((await deck.stop()).code).toBe(200);
  await expect(Promise.resolve(deck.record())).rejects.toMatchObject({ code: 103 });
  expect(new Set(events)).toEqual(new Set([508]));
  const lost = new Promise<void>((resolve) => deck.getNotifier().once('connectionLost', resolve));
  deck.destroy();
  await within(lost, 'the end of the connection');
});
