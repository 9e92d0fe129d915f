// How a section of a file is put to mpv: per-file options that vanish with the file, and the same as properties of the running one.
import type { Section } from '../deck/clip.ts';
import type { Cue } from '../deck/ports.ts';

/**
 * Times in the list are rounded to milliseconds, frames are not: a frame that starts at 2.919583 is out when the
 * out point is 2.920, and when it is 2.919.
 */
const ROUNDING_SECONDS = 0.0005;

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

/** A picture has no clock of its own in mpv (time-pos stays 0); repeated as frames it has, with pause, end and loop like any video. */
const STILL_FRAMES_PER_SECOND = 25;
const STILL_OPTIONS = {
  vf: `lavfi=[loop=-1:1:0,fps=${STILL_FRAMES_PER_SECOND}]`,
  // What a section of one frame ends by: alone it would be an image, held for ever.
  'image-display-duration': String(1 / STILL_FRAMES_PER_SECOND),
};

/** Options of one `loadfile`; mpv takes strings only. */
export const toFileOptions = (cue: Cue, atSeconds: number, playing: boolean): Readonly<Record<string, string>> => {
  if (cue.picture.kind === 'screen') return { pause: 'yes' };
  return {
    start: String(atSeconds),
    ...toSectionProperties(cue.section),
    ...(cue.picture.kind === 'still' ? STILL_OPTIONS : {}),
    // Left to itself, the pause at the end of the last clip would hold this one too.
    pause: playing ? 'no' : 'yes',
  };
};
