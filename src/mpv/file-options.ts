// Per-file mpv options of a section, and the same as runtime properties.
import { ROUNDING_SECONDS, type Section, type Sound } from '../deck/clips/clip.ts';
import { FULL_LEVELS, type MasterLevels } from '../deck/master/levels.ts';
import type { Fit, LiveOutput } from '../deck/output.ts';
import { type Cue, type EdlPart, type Media, toEdlCut } from '../deck/ports.ts';
import type { DecodingWay } from './decoding/decoding-way.ts';
import { toFadeOptions } from './fade-track.ts';
import { STILL_FRAMES_PER_SECOND, toFilterOptions } from './picture-filters.ts';
import { toSoundFilterOptions } from './sound-filters.ts';

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

/** What a player's volume is made of. */
export interface BaseVolume {
  /** mpv's own volume, 100 unless the operator's arguments say otherwise. */
  readonly ownPercent: number;
  readonly levels: MasterLevels;
}

const FULL_BASE_VOLUME: BaseVolume = { ownPercent: 100, levels: FULL_LEVELS };

/**
 * mpv's volume and mute of a clip. mpv's volume is a cubic taper (50 % is -18 dB), so percentages of percentages
 * are right: the decibels add up.
 */
export const toSoundProperties = (
  { volumePercent, muted }: Sound,
  { ownPercent, levels }: BaseVolume,
): Readonly<Record<string, string>> => ({
  volume: String((volumePercent * levels.sound * ownPercent) / 100),
  mute: muted ? 'yes' : 'no',
});

/** Changed output properties; they hold across files. Settings that nobody chose keep mpv's default. */
export const toOutputProperties = (before: LiveOutput, output: LiveOutput): Readonly<Record<string, string>> => ({
  'video-rotate': String(output.rotationDegrees),
  ...(output.audioDevice === before.audioDevice ? {} : { 'audio-device': output.audioDevice ?? 'auto' }),
  ...(output.fit === before.fit ? {} : toFitProperties(output.fit)),
  ...(output.audioDelayMilliseconds === before.audioDelayMilliseconds
    ? {}
    : // A filter delays it; see there.
      { 'audio-delay': String(Math.min(0, output.audioDelayMilliseconds ?? 0) / 1000) }),
});

/** How mpv shows a picture of another shape than the screen. */
export const toFitProperties = (fit: Fit = 'contain'): Readonly<Record<string, string>> => ({
  keepaspect: fit === 'stretch' ? 'no' : 'yes',
  panscan: fit === 'cover' ? '1' : '0',
});

const STILL_OPTIONS = {
  // Ends a section of a single frame, which mpv would otherwise hold for ever as an image.
  'image-display-duration': String(1 / STILL_FRAMES_PER_SECOND),
};

/** The URL that mpv loads. An EDL is parts of files on one time scale, decoded without a gap. */
export const toUrl = (picture: Media): string =>
  picture.kind === 'reel' ? `edl://${picture.parts.map(toEdlPart).join(';')}` : picture.path;

const toEdlPart = (part: EdlPart): string => {
  const cut = toEdlCut(part);
  const startSeconds = cut.startSeconds + (part.clockStartSeconds ?? 0);
  // The length in front of the name stops mpv from interpreting its characters.
  return `%${Buffer.byteLength(part.path)}%${part.path},start=${startSeconds},length=${cut.lengthSeconds}`;
};

/** How far before a position mpv begins to decode when it does not know the key frame before it. */
export const toPrerollProperties = (seconds: number): Readonly<Record<string, string>> =>
  seconds === 0 ? {} : { 'hr-seek-demuxer-offset': String(seconds) };

/** Duration of the last frame at two frames a second. */
const LAST_FRAMES_SECONDS = 0.5;

/**
 * While it seeks, mpv skips frames that no other frame refers to. At the last frame of a section it would then show
 * the one before: so all frames are decoded near the end and in files with long frames. Elsewhere that would only slow down long seeks.
 */
export const toSeekProperties = ({ section, picture }: Cue, seconds: number): Readonly<Record<string, string>> => {
  const isRepeated = picture.kind === 'video' && picture.repeatedAt !== undefined;
  const needsAll = isRepeated || seconds > section.outSeconds - LAST_FRAMES_SECONDS;
  return { 'hr-seek-framedrop': needsAll ? 'no' : 'yes' };
};

/**
 * Options of one `loadfile`; mpv takes strings only.
 * @param prerollSeconds 0 for a file with an index
 * @param videoOutput name of mpv's video output
 * @param way how it is decoded
 * @param baseVolume what the clip's volume is a share of
 * @param delayMilliseconds of the sound against the picture
 */
export const toFileOptions = (
  cue: Cue,
  atSeconds: number,
  playing: boolean,
  prerollSeconds: number,
  videoOutput: string,
  way: DecodingWay,
  baseVolume: BaseVolume = FULL_BASE_VOLUME,
  delayMilliseconds = 0,
): Readonly<Record<string, string>> => {
  if (cue.picture.kind === 'screen') return { pause: 'yes' };
  return {
    start: String(atSeconds),
    ...toSectionProperties(cue.section),
    ...toSeekProperties(cue, atSeconds),
    ...(isFull(cue.sound) && baseVolume.levels.sound === 1 ? {} : toSoundProperties(cue.sound, baseVolume)),
    ...(cue.picture.kind === 'still' ? STILL_OPTIONS : {}),
    ...toFilterOptions(cue.picture, videoOutput),
    ...toFadeOptions(cue.fades),
    ...toSoundFilterOptions({ ...cue, delayMilliseconds }),
    // By default mpv does not read where an MP4's clock begins and counts from 0.
    ...('clockStartSeconds' in cue.picture ? { 'demuxer-lavf-probe-info': 'yes' } : {}),
    ...toPrerollProperties(prerollSeconds),
    ...(way.hwdec === 'no' ? {} : { hwdec: way.hwdec }),
    ...way.options,
    // An EDL references only clips of the list, and the protocol whitelist holds for them too.
    ...(cue.picture.kind === 'reel' ? { 'access-references': 'yes' } : {}),
    // Otherwise the pause at the end of the last clip would hold this one too.
    pause: playing ? 'no' : 'yes',
  };
};

/** The volume is then not set, so that one in the operator's own arguments stays. */
const isFull = ({ volumePercent, muted }: Sound): boolean => volumePercent === 100 && !muted;
