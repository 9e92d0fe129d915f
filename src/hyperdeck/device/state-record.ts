// The device's saved state: file format and validation.

import type { Clip } from '../../deck/clips/clip.ts';
import * as schema from '../../schema/schema.ts';
import { CONFIGURATION_KEYS, DEFAULT_CONFIGURATION, editConfiguration } from './configuration.ts';
import { type DeviceState, SOURCE_TIMELINE } from './device-state.ts';
import type { PlayRange } from './play-range.ts';
import type { TimelineEntry } from './timeline.ts';

/** Goes up when an older CueDeck would misread what a newer one writes. */
const VERSION = 1;

/** The saved state; the deck itself restores the motion of the picture. */
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

/** True when two states are saved as the same. */
export const isSameKept = (one: DeviceSnapshot, other: DeviceSnapshot): boolean =>
  one.entries === other.entries &&
  one.playRange === other.playRange &&
  one.stopMode === other.stopMode &&
  one.remoteEnabled === other.remoteEnabled &&
  one.configuration === other.configuration;

const PART = schema.object({ inSeconds: schema.amount, outSeconds: schema.amount });
const ENTRY: schema.Schema<TimelineEntry> = schema.object(
  { clipId: schema.worded(schema.anyText, 'a clip has no id') },
  { part: PART, itemId: schema.anyText },
);

const RANGES = {
  clips: schema.object({ by: schema.oneOf('clips'), first: schema.amount, count: schema.amount }),
  frames: schema.object({ by: schema.oneOf('frames'), inFrame: schema.amount, outFrame: schema.amount }),
} as const;
const RANGE_KIND = schema.object({
  by: schema.worded(schema.oneOf('clips', 'frames'), 'playRange is neither by clips nor by frames'),
});
const PLAY_RANGE: schema.Schema<PlayRange> = {
  ...RANGE_KIND,
  parse: (value, name, mode) => RANGES[RANGE_KIND.parse(value, name, mode).by].parse(value, name, mode),
};

/** Settings that were added later get their default. */
const CONFIGURATION = schema.mapped(schema.record(schema.anyValue), (fields) => {
  const texts = CONFIGURATION_KEYS.flatMap((key): readonly (readonly [string, string])[] => {
    const text = fields[key];
    return typeof text === 'string' ? [[key, text]] : [];
  });
  return editConfiguration(DEFAULT_CONFIGURATION, new Map(texts));
});

const RECORD: schema.Schema<StateRecord> = schema.object({
  version: schema.worded(schema.oneOf(VERSION), `its version is not ${VERSION}`),
  entries: schema.withDefault(schema.entries(ENTRY, 'a clip'), undefined),
  playRange: schema.withDefault(PLAY_RANGE, undefined),
  stopMode: schema.worded(schema.oneOf('hold', 'next-frame', 'black'), 'there is no such stop mode'),
  remoteEnabled: schema.worded(schema.flag, 'remoteEnabled is not a flag'),
  configuration: CONFIGURATION,
});
const MODE = schema.recordOf('the HyperDeck state');

/** @throws AppError, CommandError for an invalid record */
export const parseStateRecord = (value: unknown): StateRecord => RECORD.parse(value, 'it', MODE);

/**
 * The saved state, applied to the current clips.
 * @param goesOn true without a power cycle; after one, or with a replaced list, the timeline is its source
 */
export const applyStateRecord = (kept: DeviceSnapshot, clips: readonly Clip[], goesOn: boolean): DeviceSnapshot => {
  const known = new Set(clips.map(({ id }) => id));
  const { entries } = kept;
  if (entries === undefined) return kept;
  const isForeign = entries.length > 0 && !entries.some(({ clipId }) => known.has(clipId));
  return goesOn && !isForeign ? kept : { ...kept, ...SOURCE_TIMELINE };
};
