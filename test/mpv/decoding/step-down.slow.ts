// A way of decoding that fails is left for the next one, at the place where it was; on real mpvs whose decoder fails when told.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Coding } from '../../../src/deck/clips/clip.ts';
import type { Cue, PlayerView, Step } from '../../../src/deck/ports.ts';
import { openLeftDecoders } from '../../../src/mpv/decoding/step-down-record.ts';
import { when } from '../../contracts/player-contract.ts';
import { createRecordingLog } from '../../fakes/recording-log.ts';
import { createFaultyMpv, hasDecoderShim, SHIMMED_WAYS } from '../../fixtures/decoder-shim/faulty-mpv.ts';
import { media } from '../../media/media.ts';
import { createRealPlayer, hasNewerMpv, NEWER_MPV } from '../real-mpv.ts';

const CODING: Coding = {
  ...{ videoCodec: 'h264', profile: 'High', pixelFormat: 'yuv420p', width: 192, height: 108, interlaced: false },
  frameRate: { numerator: 25, denominator: 1 },
};
const KIND = 'h264 High SD to 30 fps yuv420p';

const cue: Cue = {
  picture: { kind: 'video', path: media('numbered-25-sound.mp4'), coding: CODING },
  section: { inSeconds: 1, outSeconds: 9, loop: true, toEnd: false },
  sound: { volumePercent: 40, muted: false },
};

const load = (change: Partial<Step & { do: 'load' }> = {}): Step => ({
  ...{ do: 'load', cue, atSeconds: 2, playing: true, speed: 1, why: 'test' },
  ...change,
});

const MPVS = [
  { name: 'mpv 0.35', mpv: 'mpv', exists: true },
  { name: 'mpv 0.40', mpv: NEWER_MPV, exists: hasNewerMpv },
].filter(({ exists }) => exists && hasDecoderShim);

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cuedeck-step-down-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe.each(MPVS)('with $name', ({ mpv }) => {
  const start = async (isChosen = false) => {
    const { program, fail } = createFaultyMpv(folder, mpv);
    const machine = { kernel: '6.12', product: '1.0.0' };
    const leftDecoders = await openLeftDecoders({
      path: join(folder, 'decoders.json'),
      machine,
      log: createRecordingLog(),
    });
    const tested = await createRealPlayer(folder, {
      program,
      decodingPlan: () => SHIMMED_WAYS,
      leftDecoders,
      isDecoderChosen: () => isChosen,
    });
    onTestFinished(() => tested.dispose());
    await when(tested.player, ({ running }) => running);
    const seen: PlayerView[] = [];
    tested.player.subscribe((view) => seen.push(view));
    const warnings = () => tested.log.lines.filter(({ level }) => level === 'warning').map(({ text }) => text);
    const decoder = () => tested.property?.('hwdec-current');
    return { ...tested, fail, seen, warnings, decoder, leftDecoders };
  };
  type Started = Awaited<ReturnType<typeof start>>;

  const expectLeft = async ({ player, decoder, warnings, leftDecoders, seen }: Started, why: string): Promise<void> => {
    await expect.poll(warnings).toHaveLength(1);
    await expect.poll(decoder).toBe('no');
    expect(player.view()).toMatchObject({ running: true, cue, paused: false, ended: false, speed: 1 });
    expect(warnings()).toEqual([`${KIND}: decoded by software instead of v4l2m2m-copy until an update, since ${why}`]);
    expect(leftDecoders.isLeft(KIND, 'v4l2m2m-copy')).toBe(true);
    // Nothing in between: not empty, not paused, not at another speed.
    const fromLoad = seen.slice(seen.findIndex((view) => view.cue !== undefined));
    expect(fromLoad.filter((view) => view.cue === undefined || view.paused || view.ended || !view.running)).toEqual([]);
    const { positionSeconds } = player.view();
    await when(player, (view) => view.positionSeconds > positionSeconds);
    expect(warnings()).toHaveLength(1);
  };

  test('what decodes a kind of file is logged once', async () => {
    const { player, log, decoder, warnings } = await start();
    await player.perform(load());
    await player.perform(load({ atSeconds: 3 }));
    expect(await decoder()).toBe('v4l2m2m-copy');
    expect(player.view().decoder).toBe('v4l2m2m-copy');
    const told = log.lines.map(({ text }) => text).filter((text) => text.includes(': decoded by '));
    const { reason } = SHIMMED_WAYS[0];
    expect([told, warnings()]).toEqual([[`${KIND}: decoded by v4l2m2m-copy (${reason})`], []]);
  });

  test('a decoder that refuses to start', async () => {
    const started = await start();
    started.fail('refused');
    await started.player.perform(load());
    await expectLeft(started, 'it did not start');
  });

  test('a decoder that hangs from the load on', async () => {
    const started = await start();
    started.fail('hung');
    await started.player.perform(load({ playing: false }));
    expect(started.player.view()).toMatchObject({ positionSeconds: 2, paused: true });
    await started.player.perform({ do: 'play', why: 'test' });
    started.seen.splice(0);
    await expectLeft(started, 'no picture came from it');
  });

  test('a decoder that hangs on the way to a place', async () => {
    const started = await start();
    await started.player.perform(load());
    started.fail('hung');
    await started.player.perform({ do: 'seek', toSeconds: 6, why: 'test' });
    expect(started.player.view().positionSeconds).toBeGreaterThanOrEqual(6);
    await expectLeft(started, 'no picture came from it');
  });

  test.each([
    ['hung', 'no picture came from it'],
    ['gone', 'it failed while playing'],
  ] as const)('a decoder that is %s while it plays', async (fault, why) => {
    const started = await start();
    await started.player.perform(load());
    await when(started.player, ({ positionSeconds }) => positionSeconds > 2.3);
    started.fail(fault);
    const before = started.player.view().positionSeconds;
    await expectLeft(started, why);
    const positions = started.seen.map(({ positionSeconds }) => positionSeconds).filter((at) => at >= before);
    // From frame to frame: none is left out, whatever the picture did in between.
    const steps = positions.slice(1).map((at, index) => at - (positions[index] ?? at));
    expect(Math.max(...steps)).toBeLessThan(0.5);
    expect(Math.min(...steps)).toBeGreaterThan(-0.5);
  });

  test('a decoder whose pictures have another size than the file', async () => {
    const started = await start();
    started.fail('garbage');
    await started.player.perform(load());
    await expectLeft(started, 'its pictures are broken');
  });

  test('a decoder that is too slow', async () => {
    const started = await start();
    await started.player.perform(load());
    started.fail('slow');
    await expectLeft(started, 'it was not in time');
  });

  test('what was left stays so for the next load', async () => {
    const started = await start();
    started.fail('refused');
    await started.player.perform(load());
    started.fail('none');
    await started.player.perform(load({ atSeconds: 4 }));
    expect(await started.decoder()).toBe('no');
    expect(started.warnings()).toHaveLength(1);
  });

  test.each(['frozen', 'crashed'] as const)('the mpv after one that %s begins with the next way', async (fault) => {
    const started = await start();
    await started.player.perform(load());
    const gone = when(started.player, ({ running }) => !running, 20);
    started.fail(fault);
    await gone;
    await when(started.player, ({ running }) => running);
    started.fail('none');
    await started.player.perform(load());
    expect(await started.decoder()).toBe('no');
    expect(started.leftDecoders.isLeft(KIND, 'v4l2m2m-copy')).toBe(true);
  });

  test('a decoder that the owner has chosen is kept, with a warning', async () => {
    const started = await start(true);
    started.fail('refused');
    await started.player.perform(load());
    expect(started.warnings()).toEqual([
      `${KIND}: v4l2m2m-copy fails, it did not start; it is not left, since it was chosen`,
    ]);
    expect(started.leftDecoders.isLeft(KIND, 'v4l2m2m-copy')).toBe(false);
  });
});
