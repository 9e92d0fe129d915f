// Read-outs of the show: what stands by, what comes by itself after what is on, and how long the list runs on.
import { type Clip, SPLASH_ID, toMilliseconds } from '../clips/clip.ts';
import { endActionOf } from '../clips/end-action.ts';
import { remainingSeconds } from '../read-outs.ts';
import { type DeckState, selectedClip } from '../state.ts';
import { clipsById } from './clips-by-id.ts';
import type { CueItem } from './cue-list.ts';
import { itemsOf } from './list-edits.ts';
import { itemOn, type ListedItem, waitedSeconds, waitKind } from './show.ts';
import { nextItem, standbyOf, takeItem, waitingFor } from './take-item.ts';
import { upcoming } from './walk.ts';

/** A clip, and the item that names it. */
interface NamedClip {
  readonly clipId: string;
  readonly itemId?: string;
}

const toNamed = (target: ListedItem | Clip): NamedClip =>
  'item' in target ? { clipId: target.item.clipId, itemId: target.item.id } : { clipId: target.id };

/** What `go` fires before anything else; null when nothing is marked, or it is gone. */
export const shownStandby = (state: DeckState): NamedClip | null => {
  const target = standbyOf(state);
  return target === undefined ? null : toNamed(target);
};

/** The item on the output. */
export const shownItemId = (state: DeckState): string | null => itemOn(state)?.item.id ?? null;

/** What plays by itself after what is on; null when its last picture holds, and for a loop. */
export const shownNext = (state: DeckState): NamedClip | null => {
  const { waiting, place, former } = state;
  if (waiting?.itemId !== undefined) {
    const awaited = waitingFor(state);
    return awaited ? toNamed(awaited) : null;
  }
  if (state.holdsEnd) return null;
  const following = place?.run.singleClip ? undefined : place?.run.items[place.index + 1];
  const { kind, loop, atEnd } = selectedClip(state);
  if (kind === 'splash' || loop) return null;
  if (following !== undefined) return { clipId: following.clipId };
  if (place !== undefined && place.run.atEnd !== 'clip') {
    const [first] = place.run.items;
    return place.run.loop && first !== undefined && place.run.items.length > 1 ? { clipId: first.clipId } : null;
  }
  if (atEnd === 'splash') return { clipId: SPLASH_ID };
  if (atEnd === 'back') return former === undefined ? null : { clipId: former.clipId };
  const next = atEnd === 'next' ? followingItem(state) : undefined;
  return next === undefined ? null : toNamed(next);
};

/** A wait that runs. */
interface ShownWait extends Required<NamedClip> {
  /** `pre`: before the start of the item, `post`: after its end. */
  readonly kind: 'pre' | 'post';
  /** At most 3 decimals. */
  readonly remainingSeconds: number;
}

/** The wait that runs; null when none does, and when the item that it leads to is gone. */
export const shownWait = (state: DeckState): ShownWait | null => {
  const { waiting, show } = state;
  const kind = waitKind(state);
  if (waiting === undefined || kind === undefined) return null;
  const end = kind === 'post' ? (waiting.postSeconds ?? 0) : waiting.seconds;
  const remainingSeconds = toMilliseconds(end - waitedSeconds(state));
  if (kind === 'post') {
    return show.on ? { itemId: show.on.itemId, clipId: state.selectedId, kind, remainingSeconds } : null;
  }
  const item = waitingFor(state)?.item;
  return item ? { itemId: item.id, clipId: item.clipId, kind, remainingSeconds } : null;
};

/** Until the wait that runs is over; null when none does. */
export const waitRemainingSeconds = (state: DeckState): number | null => shownWait(state)?.remainingSeconds ?? null;

const followingItem = (state: DeckState): ListedItem | undefined => {
  const next = itemOn(state) && nextItem(state);
  return next?.list.id === state.show.on?.listId ? next : undefined;
};

/**
 * Until the end of the items that follow by themselves, at normal speed, with their waits.
 * Null when no item is on, and when they never end.
 */
export const listRemainingSeconds = (state: DeckState): number | null => {
  const awaited = state.waiting?.itemId === undefined ? undefined : waitingFor(state);
  if (awaited !== undefined && state.waiting !== undefined) {
    const seconds = listRemainingSeconds(takeItem(state, awaited, { playing: true }));
    return seconds === null ? null : toMilliseconds(state.waiting.seconds - waitedSeconds(state) + seconds);
  }
  const here = itemOn(state);
  const { clips } = state.document;
  if (here === undefined || selectedClip(state).kind === 'splash') return null;
  const { list, item } = here;
  const isActive = list.id === state.show.listId;
  if (state.holdsEnd && state.waiting === undefined) return 0;
  const coming = isActive ? upcoming(list, itemsOf(list, clips), state.show) : [];
  const byId = clipsById(clips);
  let seconds = item.inCountdown && state.transport !== 'ended' ? remainingSeconds(state) : 0;
  let last = { item, clip: selectedClip(state) };
  const running = state.waiting?.itemId === undefined ? state.waiting : undefined;
  for (const next of coming) {
    const clip = byId.get(next.clipId);
    if (followOf(last) !== 'next' || clip === undefined) break;
    seconds +=
      running !== undefined && last.item === item
        ? running.seconds - waitedSeconds(state)
        : last.item.postWaitSeconds + next.preWaitSeconds;
    if (next.inCountdown) seconds += clip.outSeconds - clip.inSeconds;
    last = { item: next, clip };
  }
  const follow = followOf(last);
  const isEndless = follow === 'loop' || (follow === 'next' && isActive && list.repeat);
  return isEndless ? null : toMilliseconds(seconds);
};

const followOf = ({ item, clip }: { readonly item: CueItem; readonly clip: Clip }): string =>
  item.follow ?? endActionOf(clip);
