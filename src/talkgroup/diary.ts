// The last of everything that happened at each peer's login, registered or not: what `doctor` reads from.
import type { Clock } from './clock.ts';
import { type Endpoint, toEndpointText } from './endpoint.ts';

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

/** All the peers there can be, and some that knock without being registered. */
const MOST_PAGES = 12_000;

export const createDiary = ({ clock }: { readonly clock: Clock }): Diary => {
  const pages = new Map<number, DiaryPage>();
  return {
    note: (peer, event, from) => {
      const page = pages.get(peer) ?? {};
      const times = (page[event]?.times ?? 0) + 1;
      page[event] = { at: clock.wallSeconds(), from: toEndpointText(from), times };
      pages.delete(peer);
      pages.set(peer, page);
      const [oldest] = pages.keys();
      if (pages.size > MOST_PAGES && oldest !== undefined) pages.delete(oldest);
    },
    of: (peer) => pages.get(peer) ?? {},
  };
};
