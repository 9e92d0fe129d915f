// Filters of a file's sound: the clip's own fades, and the delay against the picture.
import type { Section } from '../deck/clips/clip.ts';
import type { ClipFade } from '../deck/playback/clip-fades.ts';
import type { JsonObject } from './ipc/json-lines.ts';

export interface FilteredSound {
  readonly fades?: readonly ClipFade[] | undefined;
  readonly section: Section;
  /** Absent: 0. One below 0 is no filter's work: mpv then reads the sound from further on in the file. */
  readonly delayMilliseconds?: number | undefined;
}

const MIN_SOUND_SECONDS = 0.005;

/** Cubic, as mpv's volume is. */
const toSoundFade = ({ to, startSeconds, endSeconds, within }: ClipFade): string => {
  const seconds = Math.max(MIN_SOUND_SECONDS, endSeconds - startSeconds);
  const only = within && `:enable='between(t,${toTime(within.startSeconds)},${toTime(within.endSeconds)})'`;
  return `afade=t=${to === 'black' ? 'out' : 'in'}:st=${toTime(startSeconds)}:d=${toTime(seconds)}:curve=cub${only ?? ''}`;
};

const toTime = (seconds: number): string => Math.max(0, seconds).toFixed(6);

/**
 * An echo without the sound itself. ffmpeg's `adelay` tells false times, and mpv's own `audio-delay` would hold the picture for
 * as long at the beginning of a file (0.35), at its end and at each turn of a loop, where its time would go back (0.35, 0.40).
 */
const toDelay = (milliseconds: number, { toEnd, outSeconds }: Section): readonly string[] => {
  if (milliseconds <= 0) return [];
  // The delay outlasts the file, and with it the clip.
  return [
    `aecho=in_gain=0:out_gain=1:delays=${milliseconds}:decays=1`,
    ...(toEnd ? [`atrim=end=${toTime(outSeconds)}`] : []),
  ];
};

const LABEL = 'sound';
const toGraph = ({ fades = [], section, delayMilliseconds = 0 }: FilteredSound): string =>
  [...fades.map(toSoundFade), ...toDelay(delayMilliseconds, section)].join(',');

/** Options of a file that is loaded with them. */
export const toSoundFilterOptions = (sound: FilteredSound): Readonly<Record<string, string>> => {
  const graph = toGraph(sound);
  return graph === '' ? {} : { 'af-append': `@${LABEL}:lavfi=[${graph}]` };
};

/** mpv's sound filters, as the property `af` reads, with these instead of any before. */
export const withSoundFilters = (filters: unknown, sound: FilteredSound): readonly JsonObject[] => {
  const others = (Array.isArray(filters) ? filters : []).filter(({ label }) => label !== LABEL);
  const graph = toGraph(sound);
  return graph === '' ? others : [...others, { name: 'lavfi', label: LABEL, enabled: true, params: { graph } }];
};

export const isSameFilter = (one: FilteredSound, other: FilteredSound): boolean => toGraph(one) === toGraph(other);
