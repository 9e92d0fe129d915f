// The picture of what is on the output now, as JPEG: one for all who ask, and never often enough to be felt.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { AppError } from '../../base/errors.ts';
import { renderJpeg } from './ffmpeg-frame.ts';

const MIN_INTERVAL_SECONDS = 0.5;
/** A picture may take a tenth of the time at most: on a slow box they come less often. */
const MIN_INTERVAL_TIMES = 10;

/** Wider than any screen. */
const MAX_SIDE = 7680;
const RENDER_TIMEOUT_MS = 5000;

interface OutputPicture {
  /**
   * The latest picture, or a new one when that is due. All who ask within one interval get the same, of the widest size.
   * @param width in pixels; undefined: that of the output
   * @throws AppError `player-unavailable`, `unplayable`
   */
  jpeg(width: number | undefined): Promise<Buffer>;
}

export const createOutputPicture = (deps: {
  /** Writes the picture of now. */
  readonly shoot: (path: string) => Promise<{ readonly isOfWindow: boolean }>;
  /** How far the output is faded: 0 is black. */
  readonly level: () => number;
  /** For one file that lasts a moment; in memory. */
  readonly folder: string;
  readonly clock: Clock;
}): OutputPicture => {
  const { shoot, level, folder, clock } = deps;
  const path = join(folder, 'output-picture.jpg');
  let latest: Promise<Buffer> | undefined;
  let dueSeconds = 0;
  let widest = 0;

  const render = async (width: number): Promise<Buffer> => {
    const { isOfWindow } = await shoot(path);
    const shown = isOfWindow ? 1 : level();
    if (width === Number.POSITIVE_INFINITY && shown === 1) return readFile(path);
    const darken = ['r', 'g', 'b'].map((plane) => `${plane}=val*${shown.toFixed(3)}`).join(':');
    const picture = await renderJpeg(
      path,
      {
        ...{ search: { fromSeconds: 0, which: 'first', atSeconds: 0 }, hdr: false, height: MAX_SIDE },
        width: Math.min(width, MAX_SIDE),
        ...(shown < 1 && { after: ['format=rgb24', `lutrgb=${darken}`] }),
      },
      { signal: AbortSignal.timeout(RENDER_TIMEOUT_MS), priority: 'low' },
    );
    if (picture === undefined) throw new AppError('unplayable', 'There is no picture on the output.');
    return picture;
  };

  const make = async (): Promise<Buffer> => {
    const begunSeconds = clock.nowSeconds();
    const width = widest;
    widest = 0;
    // A failure has waited for mpv and cost nothing: a frozen mpv is back long before ten times as long.
    let times = 1;
    try {
      const picture = await render(width);
      times = MIN_INTERVAL_TIMES;
      return picture;
    } finally {
      const tookSeconds = clock.nowSeconds() - begunSeconds;
      dueSeconds = begunSeconds + Math.max(MIN_INTERVAL_SECONDS, tookSeconds * times);
      await rm(path, { force: true });
    }
  };

  return {
    jpeg: (width = Number.POSITIVE_INFINITY) => {
      widest = Math.max(widest, width);
      if (latest === undefined || clock.nowSeconds() >= dueSeconds) {
        dueSeconds = Number.POSITIVE_INFINITY;
        latest = make();
      }
      return latest;
    },
  };
};
