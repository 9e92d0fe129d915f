// What is measured of a clip that plays in mpv: frames and processor, exact jumps, the seam of a loop.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../mpv/ipc/json-lines.ts';
import { readCounter } from './frame-counter.ts';
import { HangError, type MpvRun } from './mpv-run.ts';
import { type TestClip, toLengthFrames } from './test-clip.ts';

/** Frames while it played. */
export interface FrameMeasure {
  /** That the clip has in this time. */
  readonly due: number;
  readonly droppedByDecoder: number;
  readonly droppedByOutput: number;
  /** Shown, but after their time. */
  readonly late: number;
  /** That the clip was behind at the end. */
  readonly behind: number;
}

export interface JumpMeasure {
  readonly count: number;
  /** Position and picture were those of the target. */
  readonly exact: number;
  /** The picture could not be read. */
  readonly unread: number;
  readonly longestSeconds: number;
}

export interface LoopMeasure {
  /** How often it came to the out point. */
  readonly seams: number;
  /** Went on with the first frame of the section. */
  readonly exact: number;
  /** Longest time that a frame stood at the seam beyond its own. */
  readonly longestSeconds: number;
}

/** Between two readings of a moving position lies the time of an answer. */
const READING_FRAMES = 2;

const toNumber = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** @param seconds how long the clip, which plays, is watched */
export const measureFrames = async (
  mpv: MpvRun,
  clip: TestClip,
  seconds: number,
): Promise<{ readonly frames: FrameMeasure; readonly cpuPercent: number }> => {
  const read = async () => {
    const [decoder, output, late, position] = await Promise.all(
      ['decoder-frame-drop-count', 'frame-drop-count', 'vo-delayed-frame-count', 'time-pos'].map(mpv.get),
    );
    const at = performance.now() / 1000;
    return { decoder, output, late, position: toNumber(position), at, cpu: await mpv.cpuSeconds() };
  };
  const [before, , after] = [await read(), await sleep(seconds * 1000), await read()];
  const passed = after.at - before.at;
  const due = Math.round(passed * clip.rate);
  const behind = due - Math.round((after.position - before.position) * clip.rate);
  const since = (name: 'decoder' | 'output' | 'late'): number =>
    Math.max(0, toNumber(after[name]) - toNumber(before[name]));
  return {
    frames: {
      due,
      droppedByDecoder: since('decoder'),
      droppedByOutput: since('output'),
      late: since('late'),
      behind: behind <= READING_FRAMES ? 0 : behind,
    },
    cpuPercent: Math.round((100 * (after.cpu - before.cpu)) / passed),
  };
};

/** Only the picture that follows the start of a jump is the jump's. */
const createArrivalWatch = (): ((event: JsonObject) => boolean) => {
  let isUnderWay = false;
  return ({ event }) => {
    isUnderWay ||= event === 'seek';
    return isUnderWay && event === 'playback-restart';
  };
};

const jump = async (mpv: MpvRun, seconds: number, timeoutSeconds: number): Promise<number> => {
  const startedAt = performance.now();
  const arrived = mpv.next(createArrivalWatch(), timeoutSeconds);
  arrived.catch(() => undefined);
  await mpv.ask(['seek', seconds, 'absolute+exact']);
  await arrived;
  return (performance.now() - startedAt) / 1000;
};

/** The frame before a key frame takes longest; also back to the start, near the end, and somewhere. */
const toTargets = (clip: TestClip): readonly number[] => {
  const frames = toLengthFrames(clip);
  return [clip.keyFrameFrames - 1, 1, frames - 2, Math.floor(frames / 3)];
};

/** Jumps in pause. @param deps.folder for the pictures that are read */
export const measureJumps = async (
  mpv: MpvRun,
  clip: TestClip,
  deps: { readonly ffmpeg: string; readonly folder: string; readonly timeoutSeconds: number },
): Promise<JumpMeasure> => {
  const picture = join(deps.folder, 'picture.jpg');
  await mpv.ask(['set_property', 'pause', true]);
  let [exact, unread, longestSeconds] = [0, 0, 0];
  const targets = toTargets(clip);
  for (const target of targets) {
    longestSeconds = Math.max(longestSeconds, await jump(mpv, target / clip.rate, deps.timeoutSeconds));
    const position = toNumber(await mpv.get('time-pos'));
    const isThere = Math.abs(position * clip.rate - target) < 0.5;
    const { ok } = await mpv.ask(['screenshot-to-file', picture, 'video']);
    const frame = ok ? await readCounter(deps.ffmpeg, picture) : undefined;
    if (!ok) unread += 1;
    else if (isThere && frame === target % clip.keyFrameFrames) exact += 1;
  }
  return { count: targets.length, exact, unread, longestSeconds };
};

const SEAMS = 2;
/** A section that begins between key frames, as an operator's does. */
const SECTION_SECONDS = 1;
/** Within the shortest clip, and not at a key frame of any. */
const MAX_IN_SECONDS = 4;
const POSITION = 101;
/** A slow board may take many times the section. */
const LOOP_TIMEOUT_SECONDS = 20;

export const measureLoop = async (
  mpv: MpvRun,
  clip: TestClip,
  deps: { readonly listen: (listener: (event: JsonObject) => void) => void; readonly timeoutSeconds: number },
): Promise<LoopMeasure> => {
  const inSeconds = ((clip.keyFrameFrames + Math.floor(clip.keyFrameFrames / 2)) / clip.rate) % MAX_IN_SECONDS;
  await mpv.ask(['set_property', 'file-local-options/ab-loop-a', String(inSeconds)]);
  await mpv.ask(['set_property', 'file-local-options/ab-loop-b', String(inSeconds + SECTION_SECONDS)]);
  await jump(mpv, inSeconds, deps.timeoutSeconds);
  const gaps: number[] = [];
  let [exact, last]: [number, { readonly position: number; readonly at: number } | undefined] = [0, undefined];
  deps.listen(({ event, id, data }) => {
    if (event !== 'property-change' || id !== POSITION || typeof data !== 'number') return;
    const now = { position: data, at: performance.now() / 1000 };
    if (last !== undefined && now.position < last.position - SECTION_SECONDS / 2) {
      gaps.push(Math.max(0, now.at - last.at - 1 / clip.rate));
      if (Math.abs(now.position - inSeconds) * clip.rate < 0.5) exact += 1;
    }
    last = now;
  });
  await mpv.ask(['observe_property', POSITION, 'time-pos']);
  await mpv.ask(['set_property', 'pause', false]);
  const latest = performance.now() + LOOP_TIMEOUT_SECONDS * 1000;
  while (gaps.length < SEAMS) {
    if (performance.now() > latest) throw new HangError('the loop does not turn');
    await mpv.next(({ event, id }) => event === 'property-change' && id === POSITION, LOOP_TIMEOUT_SECONDS);
  }
  await mpv.ask(['unobserve_property', POSITION]);
  return { seams: gaps.length, exact, longestSeconds: Math.max(...gaps) };
};
