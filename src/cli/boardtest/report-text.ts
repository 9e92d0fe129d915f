// Words and cells for the results of a board test, on a terminal and in docs/boards.md.
import type { NotMade } from './clip-maker.ts';
import type { ReportResult } from './report.ts';
import { TEST_CLIPS } from './test-clip.ts';
import type { Outcome } from './trial.ts';
import type { Way } from './ways.ts';

const CODEC_NAMES = { h264: 'H.264', hevc: 'HEVC' } as const;

/** `H.264 1080p25`, `HEVC 2160p60 10 bit`. */
export const toClipText = (name: string): string => {
  const clip = TEST_CLIPS.find((each) => each.name === name);
  if (clip === undefined) return name;
  const isLong = clip.keyFrameFrames > clip.rate;
  const more = [clip.bits === 10 ? '10 bit' : '', isLong ? 'long GOP' : ''].filter((word) => word !== '');
  return [`${CODEC_NAMES[clip.codec]} ${clip.height}p${clip.rate}`, ...more].join(' ');
};

export const toWayText = (way: Way): string => (way === 'no' ? 'software' : way);

const OUTCOME_TEXTS: Readonly<Record<Exclude<Outcome, 'played'>, string>> = {
  'other-way': 'mpv falls back to software',
  'no-output': 'the output does not open',
  unplayable: 'mpv cannot play it',
  hang: 'hang',
  crash: 'mpv crashes',
  stuck: 'hang, and mpv cannot be killed',
};

export const NOT_MADE_TEXTS: Readonly<Record<NotMade, string>> = {
  'no-encoder': 'no encoder',
  'no-space': 'no space on the disk',
  'too-slow': 'too slow to encode here',
  'encoder-failed': 'the encoder failed',
};

/** Frames that did not reach the output in time; undefined where it was not played. */
export const toLostFrames = ({ frames }: ReportResult): number | undefined =>
  frames && frames.droppedByDecoder + frames.droppedByOutput + frames.behind;

const toSeconds = (seconds: number): string => `${seconds.toFixed(2)} s`;

/** Headings of `toResultCells`. */
export const RESULT_HEADINGS = ['frames lost', 'late', 'CPU', 'first picture', 'exact jumps', 'loop seam'] as const;

/** What was measured, cell by cell, and how it ended where that was not well: at the end, or instead. */
export const toResultCells = (result: ReportResult): readonly string[] => {
  const { outcome, startSeconds, frames, cpuPercent, jumps, loop } = result;
  const end = outcome === 'played' ? '' : OUTCOME_TEXTS[outcome];
  if (frames === undefined) return [end, ...RESULT_HEADINGS.map(() => '')];
  return [
    `${toLostFrames(result)} of ${frames.due}`,
    String(frames.late),
    cpuPercent === undefined ? '' : `${cpuPercent} %`,
    startSeconds === undefined ? '' : toSeconds(startSeconds),
    jumps === undefined ? '' : `${toExactText(jumps)}, ${toSeconds(jumps.longestSeconds)}`,
    loop === undefined ? '' : `${loop.exact} of ${loop.seams}, ${toSeconds(loop.longestSeconds)}`,
    end,
  ];
};

const toExactText = ({ count, exact, unread }: NonNullable<ReportResult['jumps']>): string =>
  `${exact} of ${count}${unread === 0 ? '' : `, ${unread} unread`}`;
