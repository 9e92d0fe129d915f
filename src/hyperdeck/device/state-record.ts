// The device's saved state: file format and validation.

import { AppError } from '../../base/errors.ts';
import type { Clip } from '../../deck/clips/clip.ts';
import type { SequenceEnd } from '../../deck/playback/sequence.ts';
import { CONFIGURATION_KEYS, DEFAULT_CONFIGURATION, editConfiguration } from './configuration.ts';
import { type DeviceState, LIBRARY_TIMELINE } from './device-state.ts';
import type { PlayRange } from './play-range.ts';
import type { TimelineEntry } from './timeline.ts';

/** Goes up when an older CueDeck would misread what a newer one writes. */
const VERSION = 1;

/** How the picture moves is the deck's to bring back. */
export type DeviceSnapshot = Pick<
  DeviceState,
  'entries' | 'playRange' | 'stopMode' | 'remoteEnabled' | 'configuration'
>;

export interface StateRecord extends DeviceSnapshot {
  readonly version: typeof VERSION;
}

export const toStateRecord = (state: DeviceSnapshot): StateRecord => {
  const { entries, playRange, stopMode, remoteEnabled, configuration } = state;
  return { version: VERSION, entries, playRange, stopMode, remoteEnabled, configuration };
};

/** Whether two states would be kept as the same. */
export const isSameKept = (one: DeviceSnapshot, other: DeviceSnapshot): boolean =>
  one.entries === other.entries &&
  one.playRange === other.playRange &&
  one.stopMode === other.stopMode &&
  one.remoteEnabled === other.remoteEnabled &&
  one.configuration === other.configuration;

type Fields = Readonly<Record<string, unknown>>;

const reject = (what: string): never => {
  throw new AppError('invalid-value', `the HyperDeck state is not of its form: ${what}`);
};

const fieldsOf = (value: unknown, what: string): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { ...value }
    : reject(`${what} is not an object`);

const number = (fields: Fields, key: string): number => {
  const value = fields[key];
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : reject(`${key} is not a number`);
};

const parseEntry = (value: unknown): TimelineEntry => {
  const fields = fieldsOf(value, 'a clip');
  const { clipId } = fields;
  if (typeof clipId !== 'string') return reject('a clip has no id');
  if (fields.part === undefined) return { clipId };
  const part = fieldsOf(fields.part, 'part');
  return { clipId, part: { inSeconds: number(part, 'inSeconds'), outSeconds: number(part, 'outSeconds') } };
};

const parseEntries = (value: unknown): DeviceSnapshot['entries'] => {
  if (value === undefined) return undefined;
  return Array.isArray(value) ? value.map(parseEntry) : reject('entries is no list');
};

const parsePlayRange = (value: unknown): PlayRange | undefined => {
  if (value === undefined) return undefined;
  const fields = fieldsOf(value, 'playRange');
  if (fields.by === 'clips') return { by: 'clips', first: number(fields, 'first'), count: number(fields, 'count') };
  if (fields.by !== 'frames') return reject('playRange is neither by clips nor by frames');
  return { by: 'frames', inFrame: number(fields, 'inFrame'), outFrame: number(fields, 'outFrame') };
};

const STOP_MODES: readonly SequenceEnd[] = ['hold', 'next-frame', 'black'];

/** Settings that came later have their standard. */
const parseConfiguration = (value: unknown): DeviceSnapshot['configuration'] => {
  const fields = fieldsOf(value, 'configuration');
  const texts = CONFIGURATION_KEYS.flatMap((key): readonly (readonly [string, string])[] => {
    const text = fields[key];
    return typeof text === 'string' ? [[key, text]] : [];
  });
  return editConfiguration(DEFAULT_CONFIGURATION, new Map(texts));
};

/** @throws AppError, CommandError for what is not of its form */
export const parseStateRecord = (value: unknown): StateRecord => {
  const fields = fieldsOf(value, 'it');
  if (fields.version !== VERSION) return reject(`its version is not ${VERSION}`);
  const { remoteEnabled } = fields;
  return toStateRecord({
    entries: parseEntries(fields.entries),
    playRange: parsePlayRange(fields.playRange),
    stopMode: STOP_MODES.find((mode) => mode === fields.stopMode) ?? reject('there is no such stop mode'),
    remoteEnabled: typeof remoteEnabled === 'boolean' ? remoteEnabled : reject('remoteEnabled is not a flag'),
    configuration: parseConfiguration(fields.configuration),
  });
};

/**
 * What was kept, with the clips that there are now.
 * @param goesOn the power stayed; at power-on the timeline is the library, and so it is when the list has been replaced
 */
export const applyStateRecord = (kept: DeviceSnapshot, clips: readonly Clip[], goesOn: boolean): DeviceSnapshot => {
  const known = new Set(clips.map(({ id }) => id));
  const { entries } = kept;
  if (entries === undefined) return kept;
  const isForeign = entries.length > 0 && !entries.some(({ clipId }) => known.has(clipId));
  return goesOn && !isForeign ? kept : { ...kept, ...LIBRARY_TIMELINE };
};
