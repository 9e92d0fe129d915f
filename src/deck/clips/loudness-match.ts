// The volume at which a clip meets the loudness of broadcasting.
import { AppError } from '../../base/errors.ts';
import type { Clip } from './clip.ts';
import type { Loudness, LoudnessFigures, LoudnessMatch } from './loudness.ts';

/** EBU R128: the loudness of a programme, and the most that its true peak may be. */
const TARGET_LUFS = -23;
const MAX_TRUE_PEAK_DBTP = -1;

/** The player's volume is cubic: 50 % is 18 dB less than the file. */
const DECIBELS_OF_A_DECADE = 60;

/** Less is rounding. */
const TOLERANCE_LU = 0.05;

const toTenths = (value: number): number => Math.round(value * 10) / 10;

/** Rounded down, so that no peak passes its limit. */
const toPercent = (decibels: number): number => Math.floor(1000 * 10 ** (decibels / DECIBELS_OF_A_DECADE) + 1e-9) / 10;

const toDecibels = (percent: number): number => DECIBELS_OF_A_DECADE * Math.log10(percent / 100);

export const toMatch = ({
  integratedLufs,
  truePeakDbtp,
}: Pick<LoudnessFigures, 'integratedLufs' | 'truePeakDbtp'>): LoudnessMatch => {
  const wanted = TARGET_LUFS - integratedLufs;
  const room = Math.min(0, MAX_TRUE_PEAK_DBTP - truePeakDbtp);
  const volumePercent = toPercent(Math.min(wanted, room));
  const lufs = toTenths(integratedLufs + toDecibels(volumePercent));
  if (wanted <= room + TOLERANCE_LU) return { volumePercent, lufs };
  return { volumePercent, lufs, limit: room < 0 ? 'peak' : 'volume' };
};

/** A level as it is read: with a true minus and one decimal. */
export const toLevelText = (level: number): string => level.toFixed(1).replace('-', '−');

const LIMITS: Readonly<Record<NonNullable<LoudnessMatch['limit']>, string>> = {
  peak: 'more would take its true peak over −1 dBTP',
  volume: 'a volume goes up to 100 %, which is as loud as its file',
};

/** Why it does not meet the target; undefined when it does. */
export const toMatchMessage = ({ lufs, limit }: LoudnessMatch): string | undefined =>
  limit && `It reaches ${toLevelText(lufs)} LUFS, not −23: ${LIMITS[limit]}.`;

/** @throws AppError `busy` before it is measured, `unsupported-media` where there is nothing to measure */
export const toOfferedMatch = (clip: Clip, loudness: Loudness | undefined): LoudnessMatch => {
  if (loudness?.match !== undefined) return loudness.match;
  const why = loudness?.message ?? 'It is not a video.';
  throw new AppError(loudness?.state === 'waiting' ? 'busy' : 'unsupported-media', `${clip.name}: ${why}`);
};
