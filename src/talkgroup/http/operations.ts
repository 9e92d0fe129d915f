// The operations of the talkgroup API: one table, parameters and what each does.
import { AppError } from '../../base/errors.ts';
import type { Network } from '../network.ts';
import { mayUse } from '../registry/access.ts';
import type { Talkgroup } from '../registry/catalogue.ts';
import type { Peer } from '../registry/peers.ts';
import { parseTalkgroupNumber } from '../registry/talkgroup-number.ts';
import {
  countStatic,
  isSet,
  MAX_STATIC,
  remove,
  type Subscription,
  setStatic,
} from '../subscriptions/subscriptions.ts';
import { type Timeslot, toSlotName } from '../timeslot.ts';
import type { Form } from './form.ts';

export interface Operation {
  /** Besides `peer` and the token. */
  readonly parameters: readonly string[];
  readonly meaning: string;
  /** Data to answer with, or undefined for OK. @throws AppError when the call is invalid */
  run(network: Network, peer: Peer, form: Form): unknown;
}

const parseTimeslot = (network: Network, peer: Peer, form: Form): Timeslot => {
  // A simplex peer only has timeslot 2, whatever was requested.
  if (network.lastSeen.isSimplex(peer.id)) return 2;
  const text = form.get('timeslot') ?? '2';
  if (text === '1') return 1;
  if (text === '2') return 2;
  throw new AppError('invalid-value', 'The timeslot is not 1 or 2.');
};

const parseEnabled = (form: Form): boolean => {
  const text = form.get('enabled') ?? 'true';
  if (text === 'true' || text === 'false') return text === 'true';
  throw new AppError('invalid-value', 'Enabled is not true or false.');
};

const byNumber = (one: Subscription, other: Subscription): number =>
  one.talkgroup - other.talkgroup || one.timeslot - other.timeslot;

type TalkgroupList = readonly { readonly number: string; readonly name: string }[];

/** Different allow lists whose answers are kept. */
const MAX_LISTS = 8;
/** By catalogue as it was, and then by allow list. */
const lists = new WeakMap<readonly Talkgroup[], Map<Peer['allowed'], TalkgroupList>>();

const listTalkgroups = ({ catalogue }: Network, peer: Peer): TalkgroupList => {
  const all = catalogue.list();
  const made = lists.get(all) ?? new Map<Peer['allowed'], TalkgroupList>();
  lists.set(all, made);
  const known = made.get(peer.allowed);
  if (known !== undefined) return known;
  const list = all
    .filter(({ number }) => mayUse(catalogue, peer, number))
    .map(({ number, name }) => ({ number: String(number), name }));
  if (made.size >= MAX_LISTS) made.clear();
  made.set(peer.allowed, list);
  return list;
};

const getTalkgroups = ({ clock, catalogue, subscriptions }: Network, peer: Peer): unknown => {
  subscriptions.expire(clock.seconds());
  const list = [...subscriptions.of(peer.id)].sort(byNumber);
  const toEntry = ({ talkgroup, timeslot }: Subscription) => ({
    number: String(talkgroup),
    name: catalogue.nameOf(talkgroup),
    timeslot: toSlotName(timeslot),
  });
  return {
    static_talkgroups: list
      .filter(({ source }) => source !== 'dynamic')
      .map((one) => ({
        ...toEntry(one),
        // By the API document it means whether traffic is sent.
        enabled: one.source !== 'disabled' && mayUse(catalogue, peer, one.talkgroup),
      })),
    dynamic_talkgroups: list.filter(({ source }) => source === 'dynamic').map(toEntry),
  };
};

const setTalkgroup = (network: Network, peer: Peer, form: Form): void => {
  const talkgroup = parseTalkgroupNumber(form.get('tg') ?? '');
  const timeslot = parseTimeslot(network, peer, form);
  const enabled = parseEnabled(form);
  const { catalogue, subscriptions } = network;
  subscriptions.change(peer.id, (list) => {
    const wasSet = isSet(list, talkgroup);
    // A set talkgroup can always be switched off, even when it is not carried any more.
    if (!mayUse(catalogue, peer, talkgroup) && (enabled || !wasSet))
      throw new AppError('invalid-value', 'The talkgroup is not to be had.');
    // Talkgroups that left the catalogue stay set, in case they return, and do not count.
    const others = countStatic(list, (one) => one !== talkgroup && catalogue.get(one) !== undefined);
    if (!wasSet && others >= MAX_STATIC) throw new AppError('invalid-value', 'There are too many talkgroups.');
    return setStatic(list, { talkgroup, timeslot, enabled });
  });
};

const deleteTalkgroup = (network: Network, peer: Peer, form: Form): void => {
  const talkgroup = parseTalkgroupNumber(form.get('tg') ?? '');
  // No further check: the requested state already holds, also for a talkgroup that is not carried.
  network.subscriptions.change(peer.id, (list) => remove(list, talkgroup));
};

export const API_OPERATIONS = {
  list_talkgroups: {
    parameters: [],
    meaning: 'talkgroups the peer may have as static ones, ascending',
    run: listTalkgroups,
  },
  get_talkgroups: {
    parameters: [],
    meaning: 'static and dynamic talkgroups of the peer, ascending',
    run: getTalkgroups,
  },
  set_talkgroup: {
    parameters: ['tg', 'timeslot', 'enabled'],
    meaning: 'adds a static talkgroup, or changes its timeslot and whether it is enabled',
    run: setTalkgroup,
  },
  del_talkgroup: {
    parameters: ['tg'],
    meaning: 'removes a talkgroup from the static and the dynamic ones',
    run: deleteTalkgroup,
  },
} as const satisfies Record<string, Operation>;

export type ApiOperation = keyof typeof API_OPERATIONS;

/** Path of an operation; the method is POST. */
export const toPath = (operation: string): string => `/api/${operation}.json`;
