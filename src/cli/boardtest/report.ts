// The file that is sent in: its shape, and how it is made of a run. Every text in it is a word of a list or a fact of the machine.
import { count, flag, list, number, object, oneOf, text, type ValueOf, whole } from '../../schema/schema.ts';
import { NOT_MADE } from './clip-maker.ts';
import type { BoardFacts } from './machine-facts.ts';
import type { runCases, Tried } from './schedule.ts';
import { CODECS, TEST_CLIPS } from './test-clip.ts';
import { OUTCOMES } from './trial.ts';
import { OUTPUTS, WAYS } from './ways.ts';

const FORMAT = 1;

const seconds = number({ least: 0, most: 3600 });
const fact = text(120);
const CLIP_NAME = oneOf(...TEST_CLIPS.map(({ name }) => name));

const MACHINE = object(
  {
    model: fact,
    processor: fact,
    cores: count,
    memoryMebibytes: count,
    architecture: fact,
    system: fact,
    kernel: fact,
    displayDrivers: list(fact, 50),
    screens: list(fact, 50),
    videoDevices: list(object({ driver: fact, name: fact }, { formats: list(fact, 100) }), 100),
    mpv: fact,
    ffmpeg: fact,
  },
  { contiguousMebibytes: count, vaapi: object({ driver: fact, profiles: list(fact, 100) }) },
);

const CLIP = object({ name: CLIP_NAME, kilobits: count }, { makingSeconds: seconds, notMade: oneOf(...NOT_MADE) });

const FRAMES = object({
  due: count,
  droppedByDecoder: count,
  droppedByOutput: count,
  late: count,
  behind: count,
});

const RESULT = object(
  {
    clip: CLIP_NAME,
    way: oneOf(...WAYS),
    output: oneOf(...OUTPUTS),
    outcome: oneOf(...OUTCOMES),
    /** The player itself would take this way. */
    isChosen: flag,
  },
  {
    startSeconds: seconds,
    frames: FRAMES,
    cpuPercent: number({ least: 0, most: 100_000 }),
    jumps: object({ count, exact: count, unread: count, longestSeconds: seconds }),
    loop: object({ seams: count, exact: count, longestSeconds: seconds }),
  },
);

/** @throws AppError where a file is none, through its `parse` */
export const REPORT = object({
  boardtest: whole({ least: FORMAT, most: FORMAT }),
  cuedeck: fact,
  /** Day of the test: 2026-11-29. */
  day: text(10, 10),
  codecs: list(oneOf(...CODECS), 2),
  /** False when the time was over, or it was interrupted, before every case was tried. */
  isComplete: flag,
  untried: count,
  /** Programs that wanted the processor on average in the minute before the test. */
  loadBefore: number({ least: 0, most: 100_000 }),
  machine: MACHINE,
  clips: list(CLIP, 100),
  results: list(RESULT, 5000),
});

export type Report = ValueOf<typeof REPORT>;
export type ReportResult = Report['results'][number];

/** Other work took more than a quarter of the machine: the figures are worse than it can do. */
export const wasBusy = ({ loadBefore, machine }: Report): boolean => loadBefore > machine.cores / 4;

const toThousandths = (value: number): number => Math.round(value * 1000) / 1000;

const toResult = ({ clip, way, output, isChosen, result }: Tried): ReportResult => {
  const { outcome, startSeconds, frames, cpuPercent, jumps, loop } = result;
  return {
    ...{ clip: clip.name, way, output: output.name, outcome, isChosen },
    ...(startSeconds !== undefined && { startSeconds: toThousandths(startSeconds) }),
    ...(frames !== undefined && { frames }),
    ...(cpuPercent !== undefined && { cpuPercent }),
    ...(jumps !== undefined && { jumps: { ...jumps, longestSeconds: toThousandths(jumps.longestSeconds) } }),
    ...(loop !== undefined && { loop: { ...loop, longestSeconds: toThousandths(loop.longestSeconds) } }),
  };
};

export const toReport = (
  run: Awaited<ReturnType<typeof runCases>>,
  facts: {
    readonly version: string;
    readonly day: string;
    readonly codecs: Report['codecs'];
    readonly machine: BoardFacts;
    readonly loadBefore: number;
  },
): Report => ({
  boardtest: FORMAT,
  cuedeck: facts.version,
  day: facts.day,
  codecs: facts.codecs,
  isComplete: run.untried === 0,
  untried: run.untried,
  loadBefore: Math.round(facts.loadBefore * 10) / 10,
  machine: facts.machine,
  clips: run.clips.map(({ clip, made }) => ({
    name: clip.name,
    kilobits: clip.kilobits,
    ...('path' in made ? { makingSeconds: toThousandths(made.makingSeconds) } : { notMade: made.reason }),
  })),
  results: run.tried.map(toResult),
});
