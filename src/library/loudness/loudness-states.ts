// What a measurement makes of a clip: figures, or a plain reason why there are none.
import type { Loudness, LoudnessFigures } from '../../deck/clips/loudness.ts';
import { toMatch, toMatchMessage } from '../../deck/clips/loudness-match.ts';
import type { LoudnessEntry } from './loudness-record.ts';

/** What ffmpeg says of sound in which no block is as loud as the gate of R128. */
const GATE_LUFS = -70;

const toState = (figures: LoudnessFigures | undefined): LoudnessEntry['state'] => {
  if (figures === undefined) return 'no-sound';
  if (figures.integratedLufs > GATE_LUFS) return 'measured';
  // The peak of a sound is a few decibels over its loudness.
  return figures.truePeakDbtp > GATE_LUFS + 10 ? 'too-short' : 'silent';
};

/** @param figures undefined: the file has no sound */
export const toEntry = (file: LoudnessEntry['file'], figures: LoudnessFigures | undefined): LoudnessEntry => {
  const state = toState(figures);
  const measuredAt = new Date().toISOString();
  return { file, measuredAt, state, ...(state === 'measured' && figures !== undefined && { figures }) };
};

const MESSAGES = {
  waiting: 'Its loudness is measured when nothing plays.',
  'no-sound': 'It has no sound.',
  silent: 'It is silent.',
  'too-short': 'Its sound is too short or too quiet to measure.',
} as const;

const toFigureFacts = (figures: LoudnessFigures): Omit<Loudness, 'state'> => {
  const match = toMatch(figures);
  const message = toMatchMessage(match);
  return { ...figures, match, ...(message !== undefined && { message }) };
};

/** @param entry undefined: not measured yet */
export const toFacts = (entry: LoudnessEntry | 'no-sound' | undefined): Loudness => {
  if (entry === undefined) return { state: 'waiting', message: MESSAGES.waiting };
  if (entry === 'no-sound') return { state: entry, message: MESSAGES[entry] };
  const { state, measuredAt, figures, message = '' } = entry;
  if (figures !== undefined) return { state, measuredAt, ...toFigureFacts(figures) };
  return { state, measuredAt, message: state in MESSAGES ? MESSAGES[state as keyof typeof MESSAGES] : message };
};
