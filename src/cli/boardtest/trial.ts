// One case of the board test: a clip, a way to decode it, an output.
import type { JsonObject } from '../../mpv/ipc/json-lines.ts';
import {
  type FrameMeasure,
  type JumpMeasure,
  type LoopMeasure,
  measureFrames,
  measureJumps,
  measureLoop,
} from './measures.ts';
import { CrashError, HangError, type MpvRun, runMpv } from './mpv-run.ts';
import type { TestClip } from './test-clip.ts';
import type { Output, Way } from './ways.ts';

/** `other-way`: mpv fell back to software. `stuck`: mpv hung and cannot be killed. */
export const OUTCOMES = ['played', 'other-way', 'no-output', 'unplayable', 'hang', 'crash', 'stuck'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface TrialResult {
  readonly outcome: Outcome;
  /** What was measured before it ended. */
  readonly startSeconds?: number;
  readonly frames?: FrameMeasure;
  readonly cpuPercent?: number;
  readonly jumps?: JumpMeasure;
  readonly loop?: LoopMeasure;
}

export interface Case {
  readonly clip: TestClip;
  readonly way: Way;
  readonly output: Output;
  /** The player itself would take this way. */
  readonly isChosen: boolean;
  /** Options with which it would load the clip. */
  readonly options: Readonly<Record<string, string>>;
}

interface TrialDeps {
  readonly mpv: string;
  readonly ffmpeg: string;
  /** The clip's file. */
  readonly path: string;
  /** For the pictures that are read. */
  readonly folder: string;
  readonly playSeconds: number;
  /** For an answer, the first picture and a jump; later is a hang. */
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal;
}

type Listener = (event: JsonObject) => void;

/** Throws what the case ends with before its end. */
class EarlyEnd extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super(outcome);
    this.outcome = outcome;
  }
}

const load = async (
  mpv: MpvRun,
  { way, output, options: more }: Case,
  { path, timeoutSeconds }: TrialDeps,
): Promise<number> => {
  const startedAt = performance.now();
  const first = mpv.next(({ event }) => event === 'playback-restart' || event === 'end-file', timeoutSeconds);
  first.catch(() => undefined);
  const options = { ...more, hwdec: way, pause: 'no' };
  const { ok } = await mpv.ask({ name: 'loadfile', url: path, flags: 'replace', options });
  if (!ok) throw new EarlyEnd('unplayable');
  const { event } = await first;
  const seconds = (performance.now() - startedAt) / 1000;
  if ((await mpv.get('current-vo')) !== output.vo) throw new EarlyEnd('no-output');
  if (event !== 'playback-restart' || (await mpv.get('video-params/w')) === undefined) throw new EarlyEnd('unplayable');
  return seconds;
};

/** @throws EarlyEnd when mpv decodes in another way than it was told */
const checkWay = async (mpv: MpvRun, { way }: Case): Promise<void> => {
  const current = await mpv.get('hwdec-current');
  if ((typeof current === 'string' && current !== '' ? current : 'no') !== way) throw new EarlyEnd('other-way');
};

const measure = async (
  mpv: MpvRun,
  tried: Case,
  deps: TrialDeps & { readonly listen: (listener: Listener) => void },
  keep: (part: Partial<TrialResult>) => void,
): Promise<void> => {
  await mpv.open();
  const startSeconds = await load(mpv, tried, deps);
  await checkWay(mpv, tried);
  keep({ startSeconds });
  keep(await measureFrames(mpv, tried.clip, deps.playSeconds));
  keep({ jumps: await measureJumps(mpv, tried.clip, deps) });
  keep({ loop: await measureLoop(mpv, tried.clip, deps) });
  await checkWay(mpv, tried);
};

const toOutcome = (error: unknown): Outcome => {
  if (error instanceof EarlyEnd) return error.outcome;
  if (error instanceof HangError) return 'hang';
  if (error instanceof CrashError) return 'crash';
  throw error;
};

/**
 * Plays and measures one case in an mpv of its own, which is gone at the end.
 * @throws Error when mpv cannot be started; the signal's reason when it is aborted
 */
export const tryCase = async (tried: Case, deps: TrialDeps): Promise<TrialResult> => {
  deps.signal.throwIfAborted();
  const listeners: Listener[] = [];
  const mpv = await runMpv(deps.mpv, tried.output.options, deps.timeoutSeconds, (event) => {
    for (const listener of listeners) listener(event);
  });
  const end = (): void => void mpv.end();
  deps.signal.addEventListener('abort', end);
  let kept: Partial<TrialResult> = {};
  let outcome: Outcome = 'played';
  try {
    // It may have come while mpv was starting.
    deps.signal.throwIfAborted();
    await measure(mpv, tried, { ...deps, listen: (listener) => listeners.push(listener) }, (part) => {
      kept = { ...kept, ...part };
    });
  } catch (error) {
    deps.signal.throwIfAborted();
    outcome = toOutcome(error);
  } finally {
    deps.signal.removeEventListener('abort', end);
    if (!(await mpv.end())) outcome = 'stuck';
  }
  return { outcome, ...kept };
};
