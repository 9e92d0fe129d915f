// What a clip is converted to: what every board plays best, or less where this player is too slow for that.
import type { Clip, MediaInfo } from '../../deck/clips/clip.ts';
import type { Playability } from '../../deck/clips/playability.ts';
import { isSimple, MAX_FRAMES_PER_SECOND } from '../playability/coding-advice.ts';
import { EVERY_BOARD, type PictureBox, type Target } from './target.ts';

const SMALLER = 2 / 3;
/** Lines, or columns of an upright picture: less looks bad on every screen. */
const MIN_SIDE = 360;

/** What is tight by its headers alone may be smooth. */
const isTooMuch = ({ verdict, measuredAt }: Playability): boolean =>
  verdict === 'too-slow' || (verdict === 'tight' && measuredAt !== undefined);

const toSmaller = ({ width, height }: MediaInfo, box: PictureBox): PictureBox => {
  if (Math.min(width, height) <= MIN_SIDE) return box;
  return {
    width: Math.min(box.width, Math.round(width * SMALLER)),
    height: Math.min(box.height, Math.round(height * SMALLER)),
  };
};

/**
 * Follows the advice of the verdict: fewer frames a second first, then a smaller picture.
 * @param box what the screen shows
 * @param judged the verdict on the file; undefined where there is none
 */
export const toClipTarget = ({ media }: Clip, box: PictureBox, judged: Playability | undefined): Target => {
  if (media === undefined || judged === undefined || !isTooMuch(judged)) return { ...EVERY_BOARD, box };
  const maxRate = MAX_FRAMES_PER_SECOND;
  return { maxRate, box: isSimple(media, judged.decoder) ? toSmaller(media, box) : box };
};
