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

/** From a clip to the first one that does not go on, or to the end of the list. */
const toAutoFollow = (clips: readonly Clip[], id: string): Sequence => {
  const from = Math.max(0, indexOfClip(clips, id));
  const last = clips.findIndex((clip, index) => index >= from && !goesOn(clip));
  const items = clips.slice(from, last < 0 ? clips.length : last + 1).map(toItem);
  return { items, singleClip: false, loop: false, atEnd: 'clip' };
};

/** Where a clip that has just been cued begins its chain; undefined when nothing follows it. */
export const toAutoFollowPosition = (clips: readonly Clip[], id: string): SequencePosition | undefined => {
  const run = toAutoFollow(clips, id);
  return run.items.length > 1 ? toSequencePosition(run, 0, clips) : undefined;
};

/** Whether a place is of a chain, and not of a run that somebody put together. */
export const isAutoFollow = (place: SequencePosition): boolean => place.run.atEnd === 'clip';

/**
 * The place after the clip list changed: what follows is asked of the list again.
 * @param place undefined when the clip played by itself
 * @param playing whether what the player has loaded is on the air
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
  // While the picture stands, nothing is lost by loading what follows now.
  return playing || kept?.segment.valid === kept?.segment.parts.length ? kept : fresh;
};
