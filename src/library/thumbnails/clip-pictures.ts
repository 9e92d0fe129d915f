// Renders the pictures of a clip: one that stands for it, a strip of frames, and a frame at a time.
import { AppError } from '../../base/errors.ts';
import type { Clip } from '../../deck/clips/clip.ts';
import { joinPictures, type Run, renderJpeg } from './ffmpeg-frame.ts';
import { toFrameSearches, toPosterSeconds } from './thumbnail-spec.ts';

const THUMBNAIL = { width: 384, height: 216 } as const;
const STRIP_FRAME = { width: 160, height: 90 } as const;
const PREVIEW = { width: 640, height: 360 } as const;
/** Frames of a filmstrip. */
export const STRIP_FRAMES = 16;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A clip and the absolute path of its file. */
interface Source {
  readonly clip: Clip;
  readonly path: string;
}

const renderAt = async ({ clip, path }: Source, seconds: number, size: Size, run: Run): Promise<Buffer> => {
  const hdr = clip.media?.hdr !== undefined;
  for (const search of toFrameSearches(clip, seconds)) {
    const picture = await renderJpeg(path, { search, hdr, ...size }, run);
    if (picture !== undefined) return picture;
  }
  throw new AppError('unsupported-media', 'No picture of it can be made: it has no frame.');
};

/** @throws AppError `unsupported-media`, as the others */
export const renderThumbnail = (source: Source, run: Run): Promise<Buffer> =>
  renderAt(source, toPosterSeconds(source.clip), THUMBNAIL, run);

/** @param frames those that an interrupted run has rendered; gets the others */
export const renderFilmstrip = async (source: Source, frames: Buffer[], run: Run): Promise<Buffer> => {
  for (let index = frames.length; index < STRIP_FRAMES; index += 1) {
    const seconds = ((index + 0.5) * source.clip.durationSeconds) / STRIP_FRAMES;
    frames.push(await renderAt(source, seconds, STRIP_FRAME, run));
  }
  return joinPictures(frames, STRIP_FRAME, run);
};

/** The frame that the screen shows at this time of the clip, in seconds. */
export const renderPreview = (source: Source, seconds: number, run: Run): Promise<Buffer> =>
  renderAt(source, seconds, PREVIEW, run);
