// The ordered clip list and its edits; entry 0 is always the splash screen.
import { AppError } from '../../base/errors.ts';
import { type OutputSettings, PLAIN_OUTPUT } from '../output.ts';
import { type Clip, FULL_SOUND, type Sound, SPLASH_ID, toMilliseconds } from './clip.ts';

/** `play-last` plays the last clip, `play-all` goes on from it through the list. */
export const POWER_ON_ACTIONS = ['splash', 'cue-last', 'play-last', 'play-all'] as const;
export type PowerOnAction = (typeof POWER_ON_ACTIONS)[number];

export interface DeckSettings {
  /** Whether the splash screen is shown at boot; otherwise a black picture. */
  readonly showSplash: boolean;
  readonly powerOn: PowerOnAction;
  /** The clip that every action but `splash` returns to. */
  readonly lastClipId?: string;
  readonly output: OutputSettings;
  /** The master volume. */
  readonly sound: Sound;
  /** Locks Safe on: every page asks before it changes what is on air. */
  readonly safeLock: boolean;
}

/** Everything of the deck that survives a power cut. */
export interface DeckDocument {
  readonly clips: readonly Clip[];
  readonly settings: DeckSettings;
}

export const DEFAULT_SETTINGS: DeckSettings = {
  showSplash: true,
  powerOn: 'splash',
  output: PLAIN_OUTPUT,
  sound: FULL_SOUND,
  safeLock: false,
};

export interface ClipEdit {
  readonly name: string;
  readonly inSeconds: number;
  readonly outSeconds: number;
  readonly loop: boolean;
}

const MAX_NAME_LENGTH = 120;

/** @throws AppError `clip-not-found` */
export const clipAt = (clips: readonly Clip[], index: number): Clip => {
  const clip = clips[index];
  if (clip === undefined) {
    throw new AppError('clip-not-found', `There is no clip ${index}; allowed: 0 to ${clips.length - 1}.`);
  }
  return clip;
};

/** @throws AppError `clip-not-found` */
export const clipById = (clips: readonly Clip[], id: string): Clip => {
  const clip = clips.find((entry) => entry.id === id);
  if (clip === undefined) throw new AppError('clip-not-found', `There is no clip with the id ${JSON.stringify(id)}.`);
  return clip;
};

/** Position in the list; -1 when the clip is not in it. */
export const indexOfClip = (clips: readonly Clip[], id: string): number => clips.findIndex((clip) => clip.id === id);

/**
 * @returns the display name in NFC, without white space around it
 * @throws AppError `invalid-value`
 */
const parseClipName = (name: string): string => {
  const trimmed = name.normalize('NFC').trim();
  const length = [...trimmed].length;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (length < 1 || length > MAX_NAME_LENGTH || /[\u0000-\u001f\u007f-\u009f]/.test(trimmed)) {
    throw new AppError(
      'invalid-value',
      `name=${JSON.stringify(name)} is refused; allowed: 1 to ${MAX_NAME_LENGTH} characters, none of them a control character.`,
    );
  }
  return trimmed;
};

/** Names of in and out point in the caller's interface. */
interface PointNames {
  readonly in: string;
  readonly out: string;
}

/**
 * The clip with new name, in point, out point and loop.
 * @throws AppError `invalid-value` when 0 <= in < out <= duration does not hold or the name is not allowed
 */
export const editClip = (clip: Clip, edit: ClipEdit, names: PointNames = { in: 'startat', out: 'endat' }): Clip => {
  const name = parseClipName(edit.name);
  const inSeconds = toMilliseconds(edit.inSeconds);
  const outSeconds = toMilliseconds(edit.outSeconds);
  const longest = clip.durationSeconds > 0 ? clip.durationSeconds : Number.MAX_SAFE_INTEGER / 1000;
  if (!(inSeconds >= 0 && inSeconds < longest)) {
    throw new AppError(
      'invalid-value',
      `${names.in}=${edit.inSeconds} is refused; allowed: 0 to less than ${names.out}.`,
    );
  }
  if (!(outSeconds > inSeconds && outSeconds <= longest)) {
    const limit = clip.durationSeconds > 0 ? ` up to the duration (${clip.durationSeconds})` : '';
    throw new AppError(
      'invalid-value',
      `${names.out}=${edit.outSeconds} is refused; allowed: more than ${names.in} (${inSeconds})${limit}.`,
    );
  }
  return { ...clip, name, inSeconds, outSeconds, loop: edit.loop };
};

export const replaceClip = (document: DeckDocument, clip: Clip): DeckDocument => ({
  ...document,
  clips: document.clips.map((other) => (other.id === clip.id ? clip : other)),
});

export const appendClip = (document: DeckDocument, clip: Clip): DeckDocument => ({
  ...document,
  clips: [...document.clips, clip],
});

/** @throws AppError `splash-locked` */
export const removeClip = (document: DeckDocument, id: string): DeckDocument => {
  if (id === SPLASH_ID) throw new AppError('splash-locked', 'Clip 0 is the splash screen; it cannot be removed.');
  return { ...document, clips: document.clips.filter((clip) => clip.id !== id) };
};

export const patchSettings = (
  document: DeckDocument,
  change: (settings: DeckSettings) => Partial<DeckSettings>,
): DeckDocument => ({ ...document, settings: { ...document.settings, ...change(document.settings) } });
