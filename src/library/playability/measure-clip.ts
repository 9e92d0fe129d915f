// Measures one clip: surveys its packets, decodes its heaviest parts, and does its longest jump.
import { AppError, toReason } from '../../base/errors.ts';
import type { Clip } from '../../deck/clips/clip.ts';
import type { DecodingMeter, PartSpeed } from '../../deck/clips/playability.ts';
import type { Media } from '../../deck/ports.ts';
import { openRegularFile } from '../../storage/regular-file.ts';
import { probeLimitSeconds, runProbe } from '../probe/probe-run.ts';
import { chooseParts } from './measured-parts.ts';
import { type Measured, toCertain, toMeasured } from './measured-verdict.ts';
import { PacketSurvey } from './packet-survey.ts';

/** The packets of a longer clip are read in samples. */
const SURVEYED_SECONDS = 600;
const SAMPLES = 40;
const SAMPLE_SECONDS = 10;
/** A group of pictures is decoded for a jump up to this length. */
const MAX_JUMP_SECONDS = 60;
/** What was found until a run was interrupted. */
interface Progress {
  survey?: PacketSurvey;
  parts: PartSpeed[];
  jumpSeconds?: number;
}

export const createProgress = (): Progress => ({ parts: [] });

/** @throws AppError as `runProbe`; the signal's reason when it is aborted */
const survey = async (path: string, clip: Clip, signal: AbortSignal): Promise<PacketSurvey> => {
  const file = await openRegularFile(path).catch((error) => {
    throw new AppError('file-missing', `The file can't be opened: ${toReason(error)}.`, { cause: error });
  });
  const found = new PacketSurvey(clip.media?.clockStartSeconds ?? 0);
  const what = ['-select_streams', 'v:0', '-show_entries', 'packet=pts_time,size,flags', '-of', 'csv=p=0'];
  try {
    const { size } = await file.stat();
    const options = { limitSeconds: probeLimitSeconds(size), signal };
    const isLong = clip.durationSeconds > SURVEYED_SECONDS;
    const samples = Array.from({ length: isLong ? SAMPLES : 1 }, (_, index) => {
      const from = (index * clip.durationSeconds) / SAMPLES + (clip.media?.clockStartSeconds ?? 0);
      return isLong ? ['-read_intervals', `${from.toFixed(3)}%+${SAMPLE_SECONDS}`] : [];
    });
    for (const sample of samples) {
      signal.throwIfAborted();
      await runProbe(file, [...sample, ...what], options, found.handleLine);
      found.interrupt();
    }
    return found;
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    await file.close().catch(() => undefined);
  }
};

/**
 * @param progress goes on where an interrupted run ended
 * @throws AppError `busy` when other programs disturbed the run, to be repeated; `unplayable`, `file-missing`; the signal's reason
 */
export const measureClip = async (
  deps: { readonly meter: DecodingMeter; readonly cores: number },
  target: { readonly clip: Clip; readonly path: string; readonly picture: Media },
  progress: Progress,
  signal: AbortSignal,
): Promise<Measured> => {
  const { clip, path, picture } = target;
  progress.survey ??= await survey(path, clip, signal);
  const group = progress.survey.longestGroup();
  const peaks = progress.survey.peaks().map(({ second }) => second);
  const parts = chooseParts(clip.durationSeconds, peaks);
  const decoder = await deps.meter.run(picture, clip.durationSeconds, signal, async (file) => {
    for (let index = progress.parts.length; index < parts.length; index += 1) {
      const part = parts[index];
      if (part !== undefined) progress.parts.push(await file.decode(part));
    }
    if (group !== undefined && group.toSeconds - group.fromSeconds <= MAX_JUMP_SECONDS) {
      progress.jumpSeconds ??= await file.jump(group.toSeconds);
    }
    return file.decoder;
  });
  // A part within one long frame has nothing to decode.
  const decoded = progress.parts.filter(({ mediaSeconds }) => mediaSeconds > 0);
  if (decoded.length === 0) throw new AppError('unplayable', 'There is nothing in it to decode.');
  const measured = toMeasured({
    ...{ decoder, parts: decoded, cores: deps.cores, jumpSeconds: progress.jumpSeconds },
    gopSeconds: group === undefined ? undefined : group.toSeconds - group.fromSeconds,
  });
  progress.parts = [];
  delete progress.jumpSeconds;
  const certain = toCertain(measured, decoded);
  if (certain !== undefined) return certain;
  throw new AppError('busy', 'Other programs were at work during the measurement; it is repeated.');
};
