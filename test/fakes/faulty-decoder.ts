// mpv's end of the connection, with a decoder that fails when told, on a clock that the test holds.
import { Duplex } from 'node:stream';
import { createManualClock } from './manual-clock.ts';

/** What the decoder does, and where. */
export type Fault =
  | 'refused'
  | 'hung at load'
  | 'hung at seek'
  | 'hung'
  | 'garbage'
  | 'errors'
  | 'drops'
  | 'slow'
  | 'gone';

const FRAMES_PER_SECOND = 25;
/** A busy machine brings a command late: so many frames have been shown since mpv last told its position. */
const UNTOLD_FRAMES = 4;

/** mpv with the decoder `v4l2m2m-copy`; software never fails. */
export const createFaultyDecoder = () => {
  const clock = createManualClock();
  const options: Record<string, unknown> = { pause: true, speed: 1, 'eof-reached': false, hwdec: 'no' };
  const commands: string[] = [];
  let fault: Fault | undefined;
  let faultAt = 0;
  let left: { readonly afterSeconds: number; readonly positionSeconds: number } | undefined;
  let resumedAt: number | undefined;
  let entry = 0;
  let position = 0;
  let drops = 0;
  let consumed = 0;
  let isUnderWay = false;
  const observed = new Map<string, number>();

  const send = (message: object): void => void stream.push(`${JSON.stringify(message)}\n`);
  const isBad = (...faults: readonly Fault[]): boolean =>
    options.hwdec !== 'no' && fault !== undefined && faults.includes(fault);
  const tell = (name: string): void => {
    const id = observed.get(name);
    if (id !== undefined) send({ event: 'property-change', id, name, data: property(name) });
  };
  const property = (name: string): unknown => {
    if (name === 'time-pos') return position;
    if (name === 'frame-drop-count') return drops;
    if (name === 'hwdec-current') return isBad('refused', 'gone') ? 'no' : options.hwdec;
    if (name === 'video-dec-params') return { w: 1920, h: isBad('garbage') ? 1088 : 1080 };
    if (name === 'video-params/w') return 1920;
    if (name === 'seeking') return isUnderWay;
    if (name === 'demuxer-cache-state') return { 'reader-pts': consumed, 'cache-end': position + 1, underrun: false };
    if (name === 'mpv-version' || name === 'ffmpeg-version') return 'of the test';
    return options[name];
  };
  const arrive = (seconds: number): void => {
    position = seconds;
    isUnderWay = isBad('hung at load', 'hung at seek', 'hung');
    if (isUnderWay) return;
    tell('time-pos');
    send({ event: 'playback-restart' });
  };

  const COMMANDS: Readonly<Record<string, (...given: readonly unknown[]) => unknown>> = {
    get_property: (name) => property(String(name)),
    observe_property: (id, name) => void observed.set(String(name), Number(id)),
    set_property: (name, value) => {
      const plain = String(name).replace('file-local-options/', '');
      if (plain === 'hwdec' && value !== options.hwdec) {
        if (left === undefined) run(UNTOLD_FRAMES / FRAMES_PER_SECOND);
        left ??= { afterSeconds: clock.nowSeconds() - faultAt, positionSeconds: position };
      }
      options[plain] = value;
      tell(plain);
    },
    seek: (seconds, flags) => {
      const target = Number(seconds) + (String(flags).startsWith('relative') ? position : 0);
      if (left !== undefined) resumedAt ??= target;
      queueMicrotask(() => {
        send({ event: 'seek' });
        arrive(target);
      });
    },
    loadfile: (given) => {
      entry += 1;
      const file: Record<string, unknown> = { ...Object(given) };
      queueMicrotask(() => {
        Object.assign(options, { hwdec: 'no' }, file, { pause: file.pause === 'yes' });
        send({ event: 'start-file', playlist_entry_id: entry });
        send({ event: 'file-loaded' });
        tell('pause');
        arrive(Number(file.start));
      });
      return { playlist_entry_id: entry };
    },
  };

  const stream = new Duplex({
    read: () => undefined,
    write: (chunk, _encoding, done) => {
      for (const line of String(chunk).trim().split('\n')) {
        const { command, request_id } = JSON.parse(line);
        const [name, ...given] = Array.isArray(command) ? command : [command.name, command.options];
        if (name !== 'get_property') commands.push(name);
        const data = COMMANDS[name]?.(...given);
        send({ request_id, error: data === undefined && name === 'get_property' ? 'unavailable' : 'success', data });
      }
      done();
    },
  });

  /** @returns false where the picture stands */
  const run = (seconds: number): boolean => {
    if (options.pause !== false || isUnderWay || isBad('hung', 'gone')) return false;
    position += seconds * Number(options.speed) * (isBad('slow') ? 0.4 : 1);
    consumed = position;
    const [start, end] = [Number(options['ab-loop-a']), Number(options['ab-loop-b'])];
    if (position >= end) position = start;
    return true;
  };
  const play = (seconds: number): void => {
    if (!run(seconds)) return;
    if (isBad('drops')) drops += seconds * FRAMES_PER_SECOND * 0.5;
    if (isBad('errors')) send({ event: 'log-message', prefix: 'ffmpeg/video', level: 'error', text: 'broken' });
    for (const name of ['time-pos', 'frame-drop-count']) tell(name);
  };

  return {
    stream,
    clock,
    options,
    commands,
    fail: (kind: Fault): void => {
      fault = kind;
      faultAt = clock.nowSeconds();
      if (kind === 'gone') tell('hwdec-current');
    },
    /** When the decoder was left, on the clock of this mpv, and where its picture was then. */
    left: () => left,
    /** Where the next decoder began. */
    resumedAt: () => resumedAt,
    /** Lets time pass, and everybody do what is due, until the condition holds. */
    passUntil: async (condition: () => boolean, maxSeconds = 5): Promise<void> => {
      for (const end = clock.nowSeconds() + maxSeconds; !condition() && clock.nowSeconds() < end; ) {
        play(1 / FRAMES_PER_SECOND);
        clock.advance(1 / FRAMES_PER_SECOND);
        for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
};
