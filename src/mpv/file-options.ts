// Per-file mpv options of a section, and the same as runtime properties.
import { ROUNDING_SECONDS, type Section, type Sound } from '../deck/clips/clip.ts';
import type { LiveOutput } from '../deck/output.ts';
import { type Cue, type EdlPart, type Media, toEdlCut } from '../deck/ports.ts';
import { STILL_FRAMES_PER_SECOND, toFilterOptions } from './picture-filters.ts';

const toOut = (section: Section): number => section.outSeconds - ROUNDING_SECONDS;

/** mpv's in, out and loop of a section. ab-loop, since loop-file starts its second pass at 0. */
export const toSectionProperties = (section: Section): Readonly<Record<string, string>> =>
  section.loop
    ? {
        end: 'none',
        'ab-loop-a': String(section.inSeconds),
        'ab-loop-b': String(section.toEnd ? section.outSeconds : toOut(section)),
      }
    : { end: section.toEnd ? 'none' : String(toOut(section)), 'ab-loop-a': 'no', 'ab-loop-b': 'no' };

/** mpv's volume and mute of a clip. */
export const toSoundProperties = ({ volumePercent, muted }: Sound): Readonly<Record<string, string>> => ({
  volume: String(volumePercent),
  mute: muted ? 'yes' : 'no',
});

/** What changes where mpv sends picture and sound; it holds over files. What nobody chose stays mpv's own. */
export const toOutputProperties = (before: LiveOutput, output: LiveOutput): Readonly<Record<string, string>> => ({
  'video-rotate': String(output.rotationDegrees),
  ...(output.audioDevice === before.audioDevice ? {} : { 'audio-device': output.audioDevice ?? 'auto' }),
});

const STILL_OPTIONS = {
  // What a section of one frame ends by: alone it would be an image, held for ever.
  'image-display-duration': String(1 / STILL_FRAMES_PER_SECOND),
};

/** What mpv loads. A reel is an EDL: parts of files on one time scale, decoded through without a gap. */
export const toUrl = (picture: Media): string =>
  picture.kind === 'reel' ? `edl://${picture.parts.map(toEdlPart).join(';')}` : picture.path;

const toEdlPart = (part: EdlPart): string => {
  const cut = toEdlCut(part);
  const startSeconds = cut.startSeconds + (part.clockStartSeconds ?? 0);
  // The length before the name keeps any character of it from meaning something.
  return `%${Buffer.byteLength(part.path)}%${part.path},start=${startSeconds},length=${cut.lengthSeconds}`;
};

/** How far before a place mpv begins to decode towards it, where it can't know of the key frame before it. */
export const toRunUpProperties = (seconds: number): Readonly<Record<string, string>> =>
  seconds === 0 ? {} : { 'hr-seek-demuxer-offset': String(seconds) };

/** The last frame of a film of two frames a second begins so long before the end. */
const LAST_FRAMES_SECONDS = 0.5;

/**
 * On its way to a place mpv decodes no picture that none is made from. Behind the last one of a section, none would be
 * left to show but the one before it: near the end all are decoded, and where any may be on at the place. Not everywhere, as long ways would take longer.
 */
export const toSeekProperties = ({ section, picture }: Cue, seconds: number): Readonly<Record<string, string>> => {
  const isRepeated = picture.kind === 'video' && picture.repeatedAt !== undefined;
  const needsAll = isRepeated || seconds > section.outSeconds - LAST_FRAMES_SECONDS;
  return { 'hr-seek-framedrop': needsAll ? 'no' : 'yes' };
};

/**
 * Options of one `loadfile`; mpv takes strings only.
 * @param runUpSeconds 0 for a file with an index
 * @param videoOutput mpv's name of what it shows pictures by
 */
export const toFileOptions = (
  cue: Cue,
  atSeconds: number,
  playing: boolean,
  runUpSeconds: number,
  videoOutput: string,
): Readonly<Record<string, string>> => {
  if (cue.picture.kind === 'screen') return { pause: 'yes' };
  return {
    start: String(atSeconds),
    ...toSectionProperties(cue.section),
    ...toSeekProperties(cue, atSeconds),
    ...(isFull(cue.sound) ? {} : toSoundProperties(cue.sound)),
    ...(cue.picture.kind === 'still' ? STILL_OPTIONS : {}),
    ...toFilterOptions(cue.picture, videoOutput),
    // mpv does not look where an MP4 begins, and would count it from its clock's zero.
    ...('clockStartSeconds' in cue.picture ? { 'demuxer-lavf-probe-info': 'yes' } : {}),
    ...toRunUpProperties(runUpSeconds),
    // The files that an EDL names are the clips of the list; the protocol whitelist holds for them too.
    ...(cue.picture.kind === 'reel' ? { 'access-references': 'yes' } : {}),
    // Left to itself, the pause at the end of the last clip would hold this one too.
    pause: playing ? 'no' : 'yes',
  };
};

/** Left as it is then, so that a volume among the operator's own arguments stays. */
const isFull = ({ volumePercent, muted }: Sound): boolean => volumePercent === 100 && !muted;
