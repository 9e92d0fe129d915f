// The clip list's on-disk format and its validation.

import { AppError } from '../base/errors.ts';
import {
  type AtEnd,
  type Clip,
  type ClipKind,
  type FrameRate,
  FULL_SOUND,
  HDR_KINDS,
  type HdrKind,
  type MediaInfo,
  type Sound,
  SPLASH_ID,
} from '../deck/clips/clip.ts';
import { type DeckDocument, type DeckSettings, POWER_ON_ACTIONS } from '../deck/clips/clip-list.ts';
import { type OutputSettings, PLAIN_OUTPUT, ROTATIONS } from '../deck/output.ts';
import { isHidden } from './file-name.ts';

/**
 * Goes up when an older CueDeck would misread what a newer one writes. Fields that came later are none of that: an older one
 * leaves them out, and records without them are read with what held before.
 */
const VERSION = 1;

export interface ClipRecord extends DeckDocument {
  readonly version: typeof VERSION;
}

export const toRecord = ({ clips, settings }: DeckDocument): ClipRecord => ({ version: VERSION, clips, settings });

type Fields = Readonly<Record<string, unknown>>;

const reject = (what: string): never => {
  throw new AppError('invalid-value', `the clip list is not of its form: ${what}`);
};

const fieldsOf = (value: unknown, what: string): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { ...value }
    : reject(`${what} is not an object`);

const text = (fields: Fields, key: string): string => {
  const value = fields[key];
  return typeof value === 'string' && value !== '' ? value : reject(`${key} is not a text`);
};

const number = (fields: Fields, key: string): number => {
  const value = fields[key];
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : reject(`${key} is not a number`);
};

const signedNumber = (fields: Fields, key: string): number => {
  const value = fields[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : reject(`${key} is not a number`);
};

const flag = (fields: Fields, key: string): boolean => {
  const value = fields[key];
  return typeof value === 'boolean' ? value : reject(`${key} is neither true nor false`);
};

const yes = (fields: Fields, key: string): true => (fields[key] === true ? true : reject(`${key} is not true`));

const oneOf = <Word extends string | number>(fields: Fields, key: string, words: readonly Word[]): Word =>
  words.find((word) => word === fields[key]) ?? reject(`${key} is none of ${words.join(', ')}`);

/** The field under its name when it is there, nothing otherwise: an optional property is absent, never undefined. */
const optional = <Key extends string, Value>(
  fields: Fields,
  key: Key,
  parse: (fields: Fields, key: Key) => Value,
): { readonly [K in Key]?: Value } =>
  fields[key] === undefined ? {} : ({ [key]: parse(fields, key) } as { readonly [K in Key]?: Value });

/** A field that older records lack. */
const later = <Key extends string, Value>(
  fields: Fields,
  key: Key,
  parse: (fields: Fields, key: Key) => Value,
  standard: Value,
): Value => (fields[key] === undefined ? standard : parse(fields, key));

const KINDS: readonly ClipKind[] = ['video', 'still', 'splash'];
const AT_END: readonly AtEnd[] = ['hold', 'splash', 'next', 'back'];

const parseFrameRate = (fields: Fields, key: string): FrameRate => {
  const rate = fieldsOf(fields[key], key);
  return { numerator: number(rate, 'numerator'), denominator: number(rate, 'denominator') };
};

const parseHdr = (fields: Fields, key: string): HdrKind => oneOf(fields, key, HDR_KINDS);

const parseMedia = (clip: Fields, key: string): MediaInfo => {
  const media = fieldsOf(clip[key], key);
  return {
    container: text(media, 'container'),
    videoCodec: text(media, 'videoCodec'),
    width: number(media, 'width'),
    height: number(media, 'height'),
    interlaced: flag(media, 'interlaced'),
    ...optional(media, 'frameRate', parseFrameRate),
    ...optional(media, 'hdr', parseHdr),
    ...optional(media, 'longFrames', yes),
    ...optional(media, 'clockStartSeconds', number),
    ...optional(media, 'pictureOffsetSeconds', signedNumber),
    ...optional(media, 'frames', number),
    ...optional(media, 'startTimecode', text),
    ...optional(media, 'audioCodec', text),
    ...optional(media, 'audioChannels', number),
  };
};

const parseAtEnd = (clip: Fields, key: string): AtEnd => oneOf(clip, key, AT_END);

const parseSound = (clip: Fields, key: string): Sound => {
  const sound = fieldsOf(clip[key], key);
  const volumePercent = number(sound, 'volumePercent');
  return volumePercent <= 100 ? { volumePercent, muted: flag(sound, 'muted') } : reject('a volume is over 100');
};

const parseOutput = (settings: Fields, key: string): OutputSettings => {
  const output = fieldsOf(settings[key], key);
  return {
    rotationDegrees: oneOf(output, 'rotationDegrees', ROTATIONS),
    ...optional(output, 'audioDevice', text),
    ...optional(output, 'displayMode', text),
  };
};

/** A bare name: a list that was tampered with must not reach outside the clips folder. */
const isFileName = (file: string): boolean => !/[/\0]/.test(file) && !isHidden(file);

const parseClip = (value: unknown, index: number): Clip => {
  const fields = fieldsOf(value, `clip ${index}`);
  const clip: Clip = {
    id: text(fields, 'id'),
    kind: oneOf(fields, 'kind', KINDS),
    name: text(fields, 'name'),
    file: text(fields, 'file'),
    durationSeconds: number(fields, 'durationSeconds'),
    inSeconds: number(fields, 'inSeconds'),
    outSeconds: number(fields, 'outSeconds'),
    loop: flag(fields, 'loop'),
    atEnd: later(fields, 'atEnd', parseAtEnd, 'hold'),
    sound: later(fields, 'sound', parseSound, FULL_SOUND),
    ...optional(fields, 'media', parseMedia),
  };
  const isSplash = index === 0;
  if ((clip.kind === 'splash') !== isSplash || (clip.id === SPLASH_ID) !== isSplash)
    reject(`clip ${index} is in the wrong place`);
  if (!isSplash && !isFileName(clip.file)) reject(`clip ${index} has no bare file name`);
  if (clip.inSeconds >= clip.outSeconds) reject(`clip ${index} ends before it starts`);
  return clip;
};

const parseSettings = (value: unknown): DeckSettings => {
  const settings = fieldsOf(value, 'settings');
  return {
    showSplash: flag(settings, 'showSplash'),
    powerOn: oneOf(settings, 'powerOn', POWER_ON_ACTIONS),
    ...optional(settings, 'lastClipId', text),
    output: later(settings, 'output', parseOutput, PLAIN_OUTPUT),
    safeLock: later(settings, 'safeLock', flag, false),
  };
};

/**
 * Checks every field; fields that are not known are left out.
 * @throws AppError `invalid-value` naming what is wrong, also for the record of a newer CueDeck
 */
export const parseRecord = (value: unknown): ClipRecord => {
  const record = fieldsOf(value, 'it');
  if (record.version !== VERSION) reject(`version ${JSON.stringify(record.version)} is not known here`);
  if (!Array.isArray(record.clips) || record.clips.length === 0) return reject('it has no splash screen');
  const clips = record.clips.map(parseClip);
  if (new Set(clips.map(({ id }) => id)).size !== clips.length) reject('a clip id is there twice');
  if (new Set(clips.map(({ file }) => file)).size !== clips.length) reject('a file is there twice');
  return toRecord({ clips, settings: parseSettings(record.settings) });
};
