// What the timeline is until a controller changes it: the clip list or, where that is set, the active list.
import type { Clip } from '../../deck/clips/clip.ts';
import { clipsById } from '../../deck/lists/clips-by-id.ts';
import type { CueItem } from '../../deck/lists/cue-list.ts';
import { itemsOf } from '../../deck/lists/list-edits.ts';
import { activeList, isOfList } from '../../deck/lists/show.ts';
import type { DeckState } from '../../deck/state.ts';
import { isOtherLibrary } from './deck-change.ts';
import type { DeviceState } from './device-state.ts';
import { type Timeline, type TimelineEntry, toDefaultEntries, toTimeline } from './timeline.ts';
import { isSameTimeline } from './timeline-change.ts';

interface OfDevice {
  readonly deck: DeckState;
  readonly device: Pick<DeviceState, 'source'>;
}

/** Undefined while the timeline is the clip list. */
const sourceItems = ({ deck, device }: OfDevice): readonly CueItem[] | undefined => {
  const list = device.source === 'list' ? activeList(deck.show) : undefined;
  return list && itemsOf(list, deck.document.clips);
};

/** In order, without the splash screen and missing files. */
export const toSourceEntries = (of: OfDevice, isMissing: (clip: Clip) => boolean): readonly TimelineEntry[] => {
  const { clips } = of.deck.document;
  const items = sourceItems(of);
  if (items === undefined) return toDefaultEntries(clips, isMissing);
  const byId = clipsById(clips);
  return items.flatMap(({ id, clipId }) => {
    const clip = byId.get(clipId);
    return clip === undefined || clip.kind === 'splash' || isMissing(clip) ? [] : [{ clipId, itemId: id }];
  });
};

export const toDeviceTimeline = (
  of: OfDevice & { readonly device: Pick<DeviceState, 'entries'> },
  isMissing: (clip: Clip) => boolean,
): Timeline => toTimeline(of.device.entries ?? toSourceEntries(of, isMissing), of.deck.document.clips);

/** True when no controller has changed the timeline, or it is again what it would be without. */
export const isSourceTimeline = (
  { deck, device, timeline }: { readonly deck: DeckState; readonly device: DeviceState; readonly timeline: Timeline },
  isMissing: (clip: Clip) => boolean,
): boolean =>
  device.entries === undefined ||
  isSameTimeline(timeline, toDeviceTimeline({ deck, device: { ...device, entries: undefined } }, isMissing));

/** Whether the timeline may have to be made anew. */
export const mayDiffer = ({ deck, device }: OfDevice, before: OfDevice): boolean =>
  deck.document.clips !== before.deck.document.clips ||
  (device.source === 'list' &&
    (deck.show.lists !== before.deck.show.lists || deck.show.listId !== before.deck.show.listId));

/** The lists are read after the first picture. */
const isUnread = ({ deck, device }: OfDevice): boolean =>
  device.source === 'list' && deck.show.listId !== undefined && activeList(deck.show) === undefined;

/** True when clips or items were added, removed or moved, or another list is the active one. */
export const isOtherSource = (next: OfDevice, before: OfDevice): boolean => {
  if (!mayDiffer(next, before) || isUnread(next) || isUnread(before)) return false;
  const [items, old] = [sourceItems(next), sourceItems(before)];
  if (items === undefined && old === undefined) return isOtherLibrary(next.deck, before.deck);
  if (items === undefined || old === undefined || next.deck.show.listId !== before.deck.show.listId) return true;
  return (
    items.length !== old.length ||
    items.some(({ id, clipId }, index) => id !== old[index]?.id || clipId !== old[index]?.clipId)
  );
};

/** Where the item of a list that is on the output is on the timeline; undefined when none is, or it is not on it. */
export const indexOfItemOn = (deck: DeckState, { clips }: Timeline, last: number): number | undefined => {
  const itemId = isOfList(deck) ? deck.show.on?.itemId : undefined;
  if (itemId === undefined || clips[last]?.itemId === itemId) return undefined;
  const index = clips.findIndex((clip) => clip.itemId === itemId);
  return index < 0 ? undefined : index;
};
