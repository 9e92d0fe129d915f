// Measures how fast this box decodes and draws a file, in the way in which it plays it.
import { AppError } from '../../base/errors.ts';
import { FULL_SOUND } from '../../deck/clips/clip.ts';
import type { DecodingMeter, MeasuredPart, MeteredFile, PartSpeed } from '../../deck/clips/playability.ts';
import type { Cue, Media } from '../../deck/ports.ts';
import type { DecodingWay } from '../decoding/decoding-way.ts';
import { type DrawnScreen, toDrawnSize } from '../drawn-size.ts';
import { toFileOptions, toUrl } from '../file-options.ts';
import type { JsonObject } from '../ipc/json-lines.ts';
import { readCpuTime } from './cpu-time.ts';
import { type MeteredMpv, type Priority, startMeteredMpv } from './metered-mpv.ts';
import { PartSamples } from './part-samples.ts';

/** mpv decodes at idle priority: other programs may hold it up. */
const LOAD_TIMEOUT_SECONDS = 60;
const PART_TIMEOUT_SECONDS = 240;
/** As the player seeks in a file without an index. */
const PREROLL_SECONDS = 2;
const POSITION = 1;
const AT_END = 2;

interface MeterDeps {
  /** mpv. */
  readonly program: string;
  /** Arguments of the player's mpv. */
  readonly extraArguments: readonly string[];
  readonly wayOf: (picture: Media) => DecodingWay;
  /** Of the mpv that measures; `idle` by default. */
  readonly priority?: Priority;
  /** What the player's mpv draws on. @throws AppError `player-unavailable` */
  readonly screen: () => Promise<DrawnScreen>;
}

/** Without a screen mpv has no decoder that keeps its frames: the same one with a copy stands in for it. */
const toMeteredWay = (way: DecodingWay): DecodingWay =>
  way.hwdec === 'no' || way.hwdec.endsWith('-copy') ? way : { ...way, hwdec: `${way.hwdec}-copy` };

const toCue = (picture: Media, durationSeconds: number): Cue => ({
  picture,
  section: { inSeconds: 0, outSeconds: durationSeconds, loop: false, toEnd: true },
  sound: FULL_SOUND,
});

export const createDecodingMeter = (deps: MeterDeps): DecodingMeter => ({
  setting: (picture) => deps.wayOf(picture).hwdec,
  run: async (picture, durationSeconds, signal, measure) => {
    const screen = await deps.screen();
    signal.throwIfAborted();
    const mpv = await startMeteredMpv(deps.program, deps.extraArguments, deps.priority ?? 'idle');
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      if (signal.aborted) reject(signal.reason);
    });
    aborted.catch(() => undefined);
    const way = deps.wayOf(picture);
    const work = async () => {
      const options = {
        ...toFileOptions(toCue(picture, durationSeconds), 0, false, preroll(picture), screen.output, toMeteredWay(way)),
        'video-rotate': String(screen.rotationDegrees),
      };
      return measure(await openFile(mpv, { picture, options, screen, way }));
    };
    try {
      return await Promise.race([work(), mpv.ended, aborted]);
    } finally {
      mpv.kill();
    }
  },
});

const preroll = (picture: Media): number =>
  picture.kind !== 'reel' && picture.unindexed === true ? PREROLL_SECONDS : 0;

/**
 * Listens from now on. A caller that has given up does not get its failure as an unhandled rejection.
 * @throws AppError `busy` after the time-out, `unplayable` when mpv ends
 */
const nextEvent = <Found>(
  mpv: MeteredMpv,
  seconds: number,
  find: (event: JsonObject) => Found | undefined,
): Promise<Found> => {
  const next = new Promise<Found>((resolve, reject) => {
    const finish = (done: () => void): void => {
      clearTimeout(timer);
      stop();
      done();
    };
    const late = new AppError('busy', 'The machine is too busy to measure the clip.');
    const timer = setTimeout(() => finish(() => reject(late)), seconds * 1000);
    const stop = mpv.subscribe((event) => {
      const found = find(event);
      if (found !== undefined) finish(() => resolve(found));
    });
    mpv.ended.catch((error) => finish(() => reject(error)));
  });
  next.catch(() => undefined);
  return next;
};

const isShown = ({ event }: JsonObject): true | undefined => (event === 'playback-restart' ? true : undefined);

const openFile = async (
  mpv: MeteredMpv,
  load: {
    readonly picture: Media;
    readonly options: Readonly<Record<string, string>>;
    readonly screen: DrawnScreen;
    readonly way: DecodingWay;
  },
): Promise<MeteredFile> => {
  const { picture, options, screen, way } = load;
  const size = toDrawnSize(picture, screen);
  const draw = size === undefined ? [] : [`format=fmt=bgr0:convert=yes:w=${size.width}:h=${size.height}`];
  const filters = [...(options.vf === undefined ? [] : [options.vf]), ...draw];
  const vf = filters.length === 0 ? {} : { vf: filters.join(',') };
  await mpv.request(['observe_property', POSITION, 'time-pos']);
  await mpv.request(['observe_property', AT_END, 'eof-reached']);
  const shown = nextEvent(mpv, LOAD_TIMEOUT_SECONDS, isShown);
  const ended = nextEvent(mpv, LOAD_TIMEOUT_SECONDS, ({ event }) => (event === 'end-file' ? true : undefined));
  await mpv.request({ name: 'loadfile', url: toUrl(picture), flags: 'replace', options: { ...options, ...vf } });
  const refused = ended.then(() => {
    throw new AppError('unplayable', 'mpv does not open the file.');
  });
  refused.catch(() => undefined);
  await Promise.race([shown, refused]);
  const used = await mpv.request(['get_property', 'hwdec-current']).catch(() => 'no');
  return {
    decoder: used === 'no' || used === '' ? 'no' : way.hwdec,
    decode: (part) => decodePart(mpv, part),
    jump: async (toSeconds) => {
      await seek(mpv, 0, 'absolute+keyframes');
      const start = performance.now();
      await seek(mpv, toSeconds, 'absolute+exact');
      return (performance.now() - start) / 1000;
    },
  };
};

const seek = async (mpv: MeteredMpv, toSeconds: number, how: string): Promise<void> => {
  let isUnderWay = false;
  const shown = nextEvent(mpv, PART_TIMEOUT_SECONDS, (event) => {
    isUnderWay ||= event.event === 'seek';
    return isUnderWay ? isShown(event) : undefined;
  });
  await mpv.request(['seek', toSeconds, how]);
  await shown;
};

const decodePart = async (mpv: MeteredMpv, { fromSeconds, toSeconds }: MeasuredPart): Promise<PartSpeed> => {
  await seek(mpv, fromSeconds, 'absolute+keyframes');
  const samples = new PartSamples();
  const position = await mpv.request(['get_property', 'time-pos']);
  if (typeof position === 'number') samples.add({ wallSeconds: 0, mediaSeconds: position });
  const before = readCpuTime(mpv.pid);
  const start = performance.now();
  const done = nextEvent(mpv, PART_TIMEOUT_SECONDS, (event) => {
    if (event.event !== 'property-change') return undefined;
    if (event.id === AT_END) return event.data === true ? true : undefined;
    if (event.id !== POSITION || typeof event.data !== 'number') return undefined;
    samples.add({ wallSeconds: (performance.now() - start) / 1000, mediaSeconds: event.data });
    return event.data >= toSeconds ? true : undefined;
  });
  await mpv.request(['set_property', 'pause', false]);
  await done;
  const after = readCpuTime(mpv.pid);
  await mpv.request(['set_property', 'pause', true]);
  return {
    mediaSeconds: samples.mediaSeconds,
    wallSeconds: samples.wallSeconds,
    cpuSeconds: after.ownSeconds - before.ownSeconds,
    othersSeconds: Math.max(0, after.othersSeconds - before.othersSeconds),
    worstSecondFactor: samples.worstSecondFactor(),
  };
};
