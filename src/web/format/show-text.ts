// What the Show view says of a list and its items.
import type { components } from '../../client/api-types.ts';
import { toClock, toLength } from './format.ts';

type Clip = components['schemas']['Clip'];
type List = components['schemas']['List'];
type ListItem = components['schemas']['ListItem'];
type Transport = components['schemas']['Transport'];

type Follow = Clip['endAction'];

const FOLLOWS: Readonly<Record<Follow, string>> = {
  hold: 'holds',
  next: 'then the next item',
  loop: 'loops',
  splash: 'then the splash screen',
  black: 'then black',
  back: 'then back',
};

/** What comes after the item by itself; without one of its own, what its clip does. */
const followOf = (item: ListItem, clip: Clip | undefined): Follow => item.follow ?? clip?.endAction ?? 'hold';

/** `waits 2 s · then the next item after 1.5 s · not in the countdown`. */
export const toItemFacts = (item: ListItem, clip: Clip | undefined): string => {
  const { preWaitSeconds, postWaitSeconds, fadeInSeconds, fadeOutSeconds, inCountdown } = item;
  const follow = followOf(item, clip);
  // A loop has no end to wait after.
  const hasPostWait = postWaitSeconds > 0 && follow !== 'loop' && follow !== 'hold';
  return [
    preWaitSeconds > 0 && `waits ${toSeconds(preWaitSeconds)}`,
    FOLLOWS[follow] + (hasPostWait ? ` after ${toSeconds(postWaitSeconds)}` : ''),
    fadeInSeconds !== undefined && `fades in ${toSeconds(fadeInSeconds)}`,
    fadeOutSeconds !== undefined && `fades out ${toSeconds(fadeOutSeconds)}`,
    !inCountdown && 'not in the countdown',
  ]
    .filter(Boolean)
    .join(' · ');
};

const toSeconds = (seconds: number): string => (seconds < 60 ? `${seconds} s` : toLength(seconds));

export const lengthOf = (clip: Clip | undefined): number => (clip === undefined ? 0 : clip.outSeconds - clip.inSeconds);

/** `12 items · 38:20`, with the waits. */
export const toListFacts = (items: readonly ListItem[], clipOf: (id: string) => Clip | undefined): string => {
  const count = `${items.length} ${items.length === 1 ? 'item' : 'items'}`;
  if (items.length === 0) return count;
  const seconds = items.reduce(
    (sum, item) => sum + item.preWaitSeconds + lengthOf(clipOf(item.clipId)) + item.postWaitSeconds,
    0,
  );
  return `${count} · ${toLength(seconds)}`;
};

/** Why nothing stands by, and what GO does then. @param list the active one; undefined: none is, or it is not read yet */
export const toNothingStandsBy = (list: List | undefined, { listId, itemId }: Transport): string => {
  if (listId === null) return 'No list is in use. Use one below, or make one.';
  if (list === undefined) return 'GO fires the next item of the list.';
  if (list.items.length === 0) return 'The list is empty. Add clips to it below.';
  const isLast = !list.repeat && !list.shuffle && list.items.at(-1)?.id === itemId;
  return isLast
    ? 'The list is at its end. Tap an item, or begin again from the top.'
    : 'GO fires the next item of the list. Tap an item to choose another.';
};

/**
 * Seconds to the end of the items that follow by themselves; undefined when none are, or they never end.
 * @param transport as it was told
 * @param nowSeconds position in the file by now
 * @param isCounted false for an item on air that is left out of the countdown
 * @param waitSeconds what remains of the wait by now; it runs down instead of the clip
 */
export const toListRemaining = (
  transport: Transport,
  nowSeconds: number,
  isCounted: boolean,
  waitSeconds = 0,
): number | undefined => {
  const { listRemainingSeconds, positionSeconds, state, waiting } = transport;
  if (listRemainingSeconds === null) return undefined;
  if (waiting) return Math.max(0, listRemainingSeconds - (waiting.remainingSeconds - waitSeconds));
  const passed = state === 'ended' || !isCounted ? 0 : nowSeconds - positionSeconds;
  return Math.max(0, listRemainingSeconds - passed);
};

/** `List 12:30`; the last minute in tenths. */
export const toRestText = (seconds: number): string => `List ${seconds < 60 ? toClock(seconds) : toLength(seconds)}`;

/** `Starts “Walk-in” in`, before the time. */
export const toWaitText = (kind: 'pre' | 'post', name: string): string =>
  kind === 'pre' ? `Starts “${name}” in` : `Wait after “${name}” ends in`;

/** What GO and Stop do while a wait runs. */
export const toWaitHint = ({ standby, next, state }: Transport): string => {
  // Nothing else stands by than what the wait leads to.
  const isNext = next?.itemId !== undefined && (standby === null || standby.itemId === next.itemId);
  const stop = state === 'playing' ? 'Stop ends the wait, and what plays.' : 'Stop ends the wait.';
  return isNext ? `GO starts it at once. ${stop}` : stop;
};

/** The list that is looked at: the one that was chosen, else the active one, else the first. */
export const toShownId = (
  index: readonly Pick<List, 'id'>[],
  chosenId: string | undefined,
  activeId: string | null,
): string | undefined =>
  [chosenId, activeId].flatMap((wanted) => index.find(({ id }) => id === wanted)?.id ?? [])[0] ?? index[0]?.id;

/** The item so many places after the one that stands by, or is on air; undefined when it stays. */
export const toNeighbourId = (
  items: readonly Pick<ListItem, 'id'>[],
  ids: { readonly standby: string | undefined; readonly onAir: string | null },
  places: 1 | -1,
): string | undefined => {
  const standing = items.findIndex(({ id }) => id === ids.standby);
  const from = standing >= 0 ? standing : items.findIndex(({ id }) => id === ids.onAir);
  const to = from < 0 && places < 0 ? items.length - 1 : Math.max(0, Math.min(items.length - 1, from + places));
  return to === standing ? undefined : items[to]?.id;
};

/** Announcement of what stands by. */
export const toSpokenStandby = (name: string | undefined, note: string): string =>
  name === undefined ? 'Nothing stands by.' : `“${name}” stands by.${note === '' ? '' : ` Note: ${note}`}`;

/** @param trouble in the words of the player; those of a file that is gone begin with the word that an operator looks for */
export const toTrouble = (trouble: string): string =>
  trouble.endsWith('is gone from the disk.') ? `Missing. ${trouble}` : trouble;
