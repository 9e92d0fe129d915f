// The clip list's on-disk format and its validation.

import { type Clip, FULL_SOUND, SPLASH_ID } from '../deck/clips/clip.ts';
import { type DeckDocument, type DeckSettings, POWER_ON_ACTIONS } from '../deck/clips/clip-list.ts';
import { CLIP } from '../deck/clips/clip-shape.ts';
import { AUDIO_DELAY, DECODER_CHOICES, FITS, PLAIN_OUTPUT, ROTATIONS } from '../deck/output.ts';
import * as schema from '../schema/schema.ts';
import { isHidden } from './file-name.ts';

/**
 * Increased when an older CueDeck would misread the format. A new field is no reason: an older CueDeck
 * ignores it, and records without it get its default.
 */
const VERSION = 1;

export interface ClipRecord extends DeckDocument {
  readonly version: typeof VERSION;
}

export const toRecord = ({ clips, settings }: DeckDocument): ClipRecord => ({ version: VERSION, clips, settings });

const SETTINGS: schema.Schema<DeckSettings> = schema.object(
  {
    showSplash: schema.flag,
    powerOn: schema.oneOf(...POWER_ON_ACTIONS),
    output: schema.withDefault(
      schema.object(
        { rotationDegrees: schema.oneOf(...ROTATIONS) },
        {
          audioDevice: schema.filledText,
          displayMode: schema.filledText,
          // A name that only a later version knows is no reason to lose the list.
          decoder: schema.otherwise(schema.oneOf(...DECODER_CHOICES), 'auto'),
          fit: schema.otherwise(schema.oneOf(...FITS), 'contain'),
          audioDelayMilliseconds: schema.otherwise(schema.whole(AUDIO_DELAY), 0),
        },
      ),
      PLAIN_OUTPUT,
    ),
    sound: schema.withDefault(schema.object({ volumePercent: schema.percent, muted: schema.flag }), FULL_SOUND),
    safeLock: schema.withDefault(schema.flag, false),
  },
  { lastClipId: schema.filledText },
);

/** A bare name, so that a manipulated list cannot reach outside the clips folder. */
const isFileName = (file: string): boolean => !/[/\0]/.test(file) && !isHidden(file);

const complaintOf = ({ id, kind, file, inSeconds, outSeconds }: Clip, index: number): string | undefined => {
  const isSplash = index === 0;
  if ((kind === 'splash') !== isSplash || (id === SPLASH_ID) !== isSplash) return `clip ${index} is in the wrong place`;
  if (!isSplash && !isFileName(file)) return `clip ${index} has no bare file name`;
  return inSeconds >= outSeconds ? `clip ${index} ends before it starts` : undefined;
};

const LIST = schema.worded(
  schema.entries(CLIP, (index) => `clip ${index}`),
  'it has no splash screen',
);

const CLIPS = schema.checked(LIST, (clips) => {
  if (clips.length === 0) return 'it has no splash screen';
  const wrong = clips.flatMap((clip, index) => complaintOf(clip, index) ?? []);
  if (wrong.length > 0) return wrong[0];
  if (new Set(clips.map(({ id }) => id)).size !== clips.length) return 'a clip id is there twice';
  return new Set(clips.map(({ file }) => file)).size === clips.length ? undefined : 'a file is there twice';
});

const RECORD = schema.object({
  version: schema.worded(schema.oneOf(VERSION), (version) => `version ${JSON.stringify(version)} is not known here`),
  clips: CLIPS,
  settings: SETTINGS,
});
const MODE = schema.recordOf('the clip list');

/**
 * Checks every field and drops unknown ones.
 * @throws AppError `invalid-value` naming the field, also for the record of a newer CueDeck
 */
export const parseRecord = (value: unknown): ClipRecord => RECORD.parse(value, 'it', MODE);
