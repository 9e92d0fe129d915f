// Auto-follow: clips with end action "next" continue with the following clips.
import type { Clip } from '../clips/clip.ts';
import { indexOfClip } from '../clips/clip-list.ts';
import {
  alone,
  changeSequence,
  type Sequence,
  type SequenceItem,
  type SequencePosition,
  toSequencePosition,
} from './sequence.ts';

const goesOn = (clip: Clip): boolean => clip.kind !== 'splash' && !clip.loop && clip.atEnd === 'next';

const toItem = ({ id, inSeconds, outSeconds }: Clip): SequenceItem => ({ clipId: id, inSeconds, outSeconds });

/** The clips from this one to the first without end action "next", or to the end of the list. */
const toAutoFollow = (clips: readonly Clip[], id: string): Sequence => {
  const from = Math.max(0, indexOfClip(clips, id));
  const last = clips.findIndex((clip, index) => index >= from && !goesOn(clip));
  const items = clips.slice(from, last < 0 ? clips.length : last + 1).map(toItem);
  return { items, singleClip: false, loop: false, atEnd: 'clip' };
};

/** The start position of the auto-follow sequence of a cued clip; undefined when no clip follows. */
export const toAutoFollowPosition = (clips: readonly Clip[], id: string): SequencePosition | undefined => {
  const run = toAutoFollow(clips, id);
  return run.items.length > 1 ? toSequencePosition(run, 0, clips) : undefined;
};

/** True for a position in an auto-follow sequence, false for one in a composed sequence. */
export const isAutoFollow = (place: SequencePosition): boolean => place.run.atEnd === 'clip';

/**
 * The position after a change of the clip list: the following clips are computed again.
 * @param place undefined when the clip played alone
 * @param playing true while the loaded segment is on air
 */
export const applyAutoFollow = (
  place: SequencePosition | undefined,
  id: string,
  clips: readonly Clip[],
  playing: boolean,
): SequencePosition | undefined => {
  const fresh = toAutoFollowPosition(clips, id);
  if (place === undefined) return fresh && playing ? alone(fresh) : fresh;
  const kept = changeSequence(place, toAutoFollow(clips, id), 0, clips);
  // While the picture is held, the new segment can be loaded at once.
  return playing || kept?.segment.valid === kept?.segment.parts.length ? kept : fresh;
};
