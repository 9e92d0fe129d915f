// The picture of a clip's own fades: a subtitle track that mpv draws with each frame by the frame's time, a black drawing that
// is as opaque as the fade is far on.
import { type ClipFade, toKnots } from '../deck/playback/clip-fades.ts';

const HEADER = `[Script Info]
ScriptType: v4.00+
PlayResX: 1280
PlayResY: 720
YCbCr Matrix: None

[V4+ Styles]
Format: Name, Fontname, Fontsize
Style: Black,sans,20

[Events]
Format: Layer, Start, End, Style, Text
`;
/** Over all edges: the picture is not always of the shape of the drawing's canvas. */
const DRAWING = 'm -100 -100 l 1400 -100 1400 900 -100 900';
const END_SECONDS = 99 * 3600;

/** Lines of a track begin and end at hundredths. */
const toHundredths = (seconds: number): number => Math.floor(Math.max(0, seconds) * 100);

const toStamp = (hundredths: number): string => {
  const [hours, minutes, seconds] = [360_000, 6000, 100].map((unit) => Math.floor(hundredths / unit));
  const two = (value = 0, within = 100): string => String(value % within).padStart(2, '0');
  return `${hours}:${two(minutes, 60)}:${two(seconds, 60)}.${two(hundredths)}`;
};

/** ASS counts transparency. */
const toAlpha = (level: number): string => {
  const transparency = Math.round(level * 255).toString(16);
  return `\\1a&H${transparency.padStart(2, '0').toUpperCase()}&`;
};

const toLine = (fade: ClipFade): string => {
  const all = toKnots(fade);
  const [first, last] = [all[0], all.at(-1)];
  // One hundredth more, since a change at the very beginning of a line means its end.
  const start = Math.max(0, toHundredths(first?.level === 0 ? 0 : (first?.atSeconds ?? 0)) - 1);
  const end = toHundredths(last?.level === 1 ? last.atSeconds + 0.02 : END_SECONDS);
  const knots = all.slice(
    Math.max(
      0,
      all.findLastIndex(({ atSeconds }) => atSeconds <= start / 100),
    ),
  );
  const toTime = (seconds: number): number => Math.max(1, Math.round(seconds * 1000) - start * 10);
  const changes = knots.slice(1).map(({ atSeconds, level }, index) => {
    const from = toTime(knots[index]?.atSeconds ?? 0);
    return `\\t(${from},${Math.max(from, toTime(atSeconds))},${toAlpha(level)})`;
  });
  const tags = `\\an7\\pos(0,0)\\bord0\\shad0\\1c&H000000&${toAlpha(knots[0]?.level ?? 1)}${changes.join('')}\\p1`;
  return `Dialogue: 0,${toStamp(start)},${toStamp(end)},Black,{${tags}}${DRAWING}\n`;
};

/** A URL that mpv opens as a subtitle file. */
export const toFadeTrack = (fades: readonly ClipFade[]): string => `memory://${HEADER}${fades.map(toLine).join('')}`;

/** What an operator's own arguments say of subtitles does not count for the track of the fades. */
export const TRACK_OPTIONS = { 'sub-visibility': 'yes', 'sub-delay': '0' } as const;

/** Options of a file that is loaded with fades. */
export const toFadeOptions = (fades: readonly ClipFade[] = []): Readonly<Record<string, string>> =>
  fades.length === 0
    ? {}
    : {
        // Not split at colons, as the whole list would be.
        'sub-files-append': toFadeTrack(fades),
        // The track of its own file comes before those inside the clip; without autoload mpv chooses none. It is still told
        // to look for no kind of file beside the clip.
        sid: 'auto',
        'autoload-files': 'yes',
        ...TRACK_OPTIONS,
      };
