// What one peer listens to, as a value: every transition of the table is a function from one list to the next.
import type { Timeslot } from '../timeslot.ts';

/**
 * `static` and `disabled` are set by the API, `session` by the peer's own options, `dynamic` by a user's voice.
 * A talkgroup has one place at a time, except that a dynamic one may stand beside one that does not carry it there.
 */
type SubscriptionSource = 'static' | 'disabled' | 'session' | 'dynamic';

export interface Subscription {
  readonly talkgroup: number;
  readonly timeslot: Timeslot;
  readonly source: SubscriptionSource;
  /** Clock seconds at which it ends; Infinity for never. */
  readonly endsAtSeconds: number;
}

/** Of one peer. A transition that changes nothing returns the very list it was given. */
export type Subscriptions = readonly Subscription[];

export const NO_SUBSCRIPTIONS: Subscriptions = [];
/** Keeps one peer from filling the memory. */
export const MAX_STATIC = 200;
const MAX_DYNAMIC = 50;

const isDynamic = ({ source }: Subscription): boolean => source === 'dynamic';
const isStored = ({ source }: Subscription): boolean => source === 'static' || source === 'disabled';

const without = (list: Subscriptions, isGone: (subscription: Subscription) => boolean): Subscriptions => {
  const rest = list.filter((subscription) => !isGone(subscription));
  return rest.length === list.length ? list : rest;
};

/** How many talkgroups are set, disabled ones too, of those that count. */
export const countStatic = (list: Subscriptions, counts: (talkgroup: number) => boolean): number =>
  list.filter((one) => isStored(one) && counts(one.talkgroup)).length;

/** Whether the API has set a talkgroup, enabled or not. */
export const isSet = (list: Subscriptions, talkgroup: number): boolean =>
  list.some((one) => isStored(one) && one.talkgroup === talkgroup);

/** Adds a static talkgroup, or moves and switches the one there is; a dynamic one becomes static. */
export const setStatic = (
  list: Subscriptions,
  { talkgroup, timeslot, enabled }: { talkgroup: number; timeslot: Timeslot; enabled: boolean },
): Subscriptions => [
  ...list.filter((subscription) => subscription.talkgroup !== talkgroup),
  { talkgroup, timeslot, source: enabled ? 'static' : 'disabled', endsAtSeconds: Number.POSITIVE_INFINITY },
];

/** Takes a talkgroup out of every list. */
export const remove = (list: Subscriptions, talkgroup: number): Subscriptions =>
  without(list, (subscription) => subscription.talkgroup === talkgroup);

/**
 * A user of the peer spoke: the talkgroup is dynamic there until `endsAtSeconds`, in that place only.
 * Where it is static anyway it only stops being dynamic on the other timeslot. To a simplex peer both are one.
 */
export const heard = (
  list: Subscriptions,
  given: { talkgroup: number; timeslot: Timeslot; endsAtSeconds: number; simplex?: boolean },
): Subscriptions => {
  const { talkgroup, timeslot, endsAtSeconds, simplex = false } = given;
  const here = list.filter((one) => one.talkgroup === talkgroup && (simplex || one.timeslot === timeslot));
  const others = without(list, (one) => one.talkgroup === talkgroup && isDynamic(one));
  if (here.some(({ source }) => source === 'static' || source === 'session')) return others;
  if (here.some((one) => isDynamic(one) && one.endsAtSeconds === endsAtSeconds)) return list;
  const oldest = others.filter(isDynamic).slice(0, -(MAX_DYNAMIC - 1));
  return [...others.filter((one) => !oldest.includes(one)), { talkgroup, timeslot, source: 'dynamic', endsAtSeconds }];
};

/** Drops the dynamic talkgroups of a timeslot, or of both. */
export const dropDynamic = (list: Subscriptions, timeslot?: Timeslot): Subscriptions =>
  without(list, (one) => isDynamic(one) && (timeslot === undefined || one.timeslot === timeslot));

/** Gives dynamic talkgroups another life from their last voice on; from now on where that is not known, as they had no end. */
export const changeLife = (
  list: Subscriptions,
  life: { readonly beforeSeconds: number; readonly afterSeconds: number },
  nowSeconds: number,
): Subscriptions => {
  const { beforeSeconds, afterSeconds } = life;
  if (beforeSeconds === afterSeconds || !list.some(isDynamic)) return list;
  return list.map((one): Subscription => {
    if (!isDynamic(one)) return one;
    const lastVoiceSeconds = one.endsAtSeconds - beforeSeconds;
    return {
      ...one,
      endsAtSeconds: (Number.isFinite(lastVoiceSeconds) ? lastVoiceSeconds : nowSeconds) + afterSeconds,
    };
  });
};

export const expire = (list: Subscriptions, nowSeconds: number): Subscriptions =>
  without(list, ({ endsAtSeconds }) => endsAtSeconds <= nowSeconds);

/** What a peer's options ask for, by timeslot; undefined leaves what they asked for before. */
export type SessionTalkgroups = Readonly<Record<Timeslot, readonly number[] | undefined>>;

const TIMESLOTS: readonly Timeslot[] = [1, 2];

/** Replaces what the peer's options asked for. What the API has set stands before it. */
export const setSession = (list: Subscriptions, wanted: SessionTalkgroups): Subscriptions => {
  const rest = without(list, ({ source, timeslot }) => source === 'session' && wanted[timeslot] !== undefined);
  const taken = new Set(rest.filter((one) => !isDynamic(one)).map(({ talkgroup }) => talkgroup));
  const added = TIMESLOTS.flatMap((timeslot) =>
    (wanted[timeslot] ?? []).map((talkgroup) => [talkgroup, timeslot] as const),
  )
    .filter(([talkgroup]) => !taken.has(talkgroup))
    .map(([talkgroup, timeslot]): [number, Subscription] => [
      talkgroup,
      { talkgroup, timeslot, source: 'session', endsAtSeconds: Number.POSITIVE_INFINITY },
    ]);
  return added.length === 0 ? rest : [...rest, ...new Map(added).values()];
};

export const dropSession = (list: Subscriptions): Subscriptions => without(list, (one) => one.source === 'session');

/** All on timeslot 2, as a simplex peer needs it. */
export const toSimplex = (list: Subscriptions): Subscriptions => {
  if (list.every(({ timeslot }) => timeslot === 2)) return list;
  const moved = list.map((one): Subscription => ({ ...one, timeslot: 2 }));
  const isStatic = new Set(moved.filter(({ source }) => source === 'static').map(({ talkgroup }) => talkgroup));
  return moved.filter((one) => !isDynamic(one) || !isStatic.has(one.talkgroup));
};

/** The timeslot each talkgroup is delivered on: where the peer's user last spoke on it, else where it is static. */
export const toListening = (list: Subscriptions): ReadonlyMap<number, Timeslot> => {
  const carried = list.filter(({ source }) => source !== 'disabled');
  const byRank = [...carried.filter((one) => !isDynamic(one)), ...carried.filter(isDynamic)];
  return new Map(byRank.map(({ talkgroup, timeslot }) => [talkgroup, timeslot]));
};
