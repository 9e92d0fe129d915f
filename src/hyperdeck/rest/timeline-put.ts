// What a POST to the timeline adds: clips by their number, whole or in part, at the end or before another.
import { framesToSeconds } from '../../deck/clips/timecode.ts';
import { object, someValue } from '../../schema/schema.ts';
import type { TimelineEntry } from '../device/timeline.ts';
import type { Snapshot } from '../device/transport-info.ts';
import { formatOf } from '../device/video-format.ts';
import type { CommandContext } from '../ethernet/command.ts';
import { entriesOf } from '../ethernet/timeline-commands.ts';
import { type Fields, INDEX, parseFields } from './body.ts';
import { RestError } from './rest-failure.ts';
import { uniqueIds } from './unique-ids.ts';

const ENTRY = object({ clipUniqueId: INDEX }, { clipIn: INDEX, frameCount: INDEX });
const ADDITION = object({ clips: someValue }, { insertBefore: INDEX });

const toEntry = (value: unknown, { deck }: Snapshot): TimelineEntry => {
  const {
    clipUniqueId: uniqueId,
    clipIn: inFrame,
    frameCount: count,
  } = parseFields(ENTRY, typeof value === 'number' ? { clipUniqueId: value } : value);
  const ids = uniqueIds(deck.document.clips);
  const clip = deck.document.clips.find(({ id, kind }) => kind !== 'splash' && ids.get(id) === uniqueId);
  if (clip === undefined) throw new RestError(400, 'clip-not-found', `There is no clip ${uniqueId}.`);
  if (inFrame === undefined && count === undefined) return { clipId: clip.id };
  const { rate } = formatOf(clip);
  const inSeconds = inFrame === undefined ? clip.inSeconds : framesToSeconds(inFrame, rate);
  const most = clip.kind === 'video' ? clip.durationSeconds : Number.POSITIVE_INFINITY;
  const outSeconds = count === undefined ? clip.outSeconds : Math.min(most, inSeconds + framesToSeconds(count, rate));
  if (inSeconds >= outSeconds) throw new RestError(400, 'invalid-value', 'The part has no frame in it.');
  return { clipId: clip.id, part: { inSeconds, outSeconds } };
};

/** @throws RestError 400 */
export const addToTimeline = ({ hyperDeck, files }: CommandContext, fields: Fields): void =>
  hyperDeck.change((snapshot) => {
    const { clips, insertBefore } = parseFields(ADDITION, fields);
    const added = (Array.isArray(clips) ? clips : [clips]).map((value) => toEntry(value, snapshot));
    const entries = entriesOf(snapshot, files.isMissing);
    const before = insertBefore ?? entries.length;
    if (before > entries.length) {
      throw new RestError(400, 'invalid-value', `insertBefore=${before} is refused; allowed: 0 to ${entries.length}.`);
    }
    return { entries: entries.toSpliced(before, 0, ...added) };
  });

/** @throws RestError 400 */
export const removeFromTimeline = ({ hyperDeck, files }: CommandContext, index: number): void =>
  hyperDeck.change((snapshot) => {
    const entries = entriesOf(snapshot, files.isMissing);
    if (index >= entries.length) throw new RestError(400, 'clip-not-found', `There is no clip at ${index}.`);
    return { entries: entries.toSpliced(index, 1) };
  });
