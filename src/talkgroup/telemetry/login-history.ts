// The last of everything that happened at each peer's login, registered or not: what `doctor` reads from.
import type { Clock } from '../clock.ts';
import { type Endpoint, toEndpointText } from '../endpoint.ts';
import { MOST_PEERS } from '../registry/peers.ts';

export type DiaryEvent =
  | 'asked'
  | 'unknown-peer'
  | 'wrong-password'
  | 'limited'
  | 'passed-over'
  | 'out-of-step'
  | 'authorised'
  | 'refused-configuration'
  | 'running'
  | 'options'
  | 'long-options'
  | 'replaced'
  | 'goodbye'
  | 'silent'
  | 'dismissed';

export interface DiaryEntry {
  /** Seconds since 1970. */
  readonly at: number;
  readonly from: string;
  /** How often since the service started. */
  readonly times: number;
}

export type DiaryPage = Partial<Record<DiaryEvent, DiaryEntry>>;

export interface Diary {
  note(peer: number, event: DiaryEvent, from: Endpoint): void;
  of(peer: number): Readonly<DiaryPage>;
}

const MOST_STRANGERS = 2000;

/** All registered peers have their pages; ids that nobody registered have some of their own, so that they push no peer out. */
export const createDiary = (options: {
  readonly clock: Clock;
  readonly isRegistered: (peer: number) => boolean;
}): Diary => {
  const { clock, isRegistered } = options;
  const registered = new Map<number, DiaryPage>();
  const strangers = new Map<number, DiaryPage>();
  const pageOf = (peer: number): DiaryPage => registered.get(peer) ?? strangers.get(peer) ?? {};

  const keep = (peer: number, page: DiaryPage): void => {
    registered.delete(peer);
    strangers.delete(peer);
    if (isRegistered(peer)) registered.set(peer, page);
    else strangers.set(peer, page);
    const [oldest] = strangers.keys();
    if (strangers.size > MOST_STRANGERS && oldest !== undefined) strangers.delete(oldest);
    // More than there can be: one of them was removed.
    const removed = registered.size > MOST_PEERS ? [...registered.keys()].find((id) => !isRegistered(id)) : undefined;
    if (removed !== undefined) registered.delete(removed);
  };

  return {
    note: (peer, event, from) => {
      const page = pageOf(peer);
      const times = (page[event]?.times ?? 0) + 1;
      page[event] = { at: clock.wallSeconds(), from: toEndpointText(from), times };
      keep(peer, page);
    },
    of: pageOf,
  };
};
