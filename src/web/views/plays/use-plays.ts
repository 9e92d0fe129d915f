// The plays that the view shows: the newest at first, older ones when they are asked for, and those that end meanwhile.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { components } from '../../../client/api-types.ts';
import { call } from '../../client/api.ts';
import { link, transport } from '../../client/event-stream.ts';
import { useStore } from '../../client/store.ts';

type Play = components['schemas']['Play'];
export type PlayEntry = Play & { readonly id: string };

/** Instants; plays that began at or after the one and before the other. */
export interface Range {
  readonly since?: string;
  readonly until?: string;
}

interface Plays {
  readonly state: 'loading' | 'loaded' | 'failed';
  readonly plays: readonly PlayEntry[];
  readonly hasOlder: boolean;
}

/** Of one request. */
const PART = 200;
/** A clip that is fired again while it plays changes nothing that the page is told. */
const POLL_INTERVAL_MS = 5000;

const NOTHING: Plays = { state: 'loading', plays: [], hasOlder: false };

const ask = async (range: Range, limit = PART): Promise<readonly PlayEntry[]> => {
  const plays = await call('get', '/plays', { query: { ...range, limit: String(limit) } });
  return plays.map((play) => ({ ...play, id: `${play.startedAt} ${play.clipId}` }));
};

const without = (plays: readonly PlayEntry[], known: readonly PlayEntry[]): readonly PlayEntry[] => {
  const ids = new Set(known.map(({ id }) => id));
  return plays.filter(({ id }) => !ids.has(id));
};

/** Two plays may begin in the same millisecond; what is known already is passed over. */
const justAfter = (instant: string): string => new Date(Date.parse(instant) + 1).toISOString();

/** @param range the same object as long as it is the same range */
export const usePlays = (range: Range) => {
  const [shown, setShown] = useState(NOTHING);
  const latest = useRef(shown);
  latest.current = shown;
  const current = useRef(range);
  current.current = range;
  const isOpen = useStore(link, (value) => value === 'open');
  const whatPlays = useStore(transport, ({ clipId, state, itemId }) => `${clipId} ${state} ${itemId}`);

  /** Answers for a range that is no longer shown are passed over. */
  const apply = useCallback((of: Range, change: (before: Plays) => Plays): void => {
    if (current.current === of) setShown(change);
  }, []);

  const loadFirst = useCallback(async (): Promise<void> => {
    setShown(NOTHING);
    try {
      const plays = await ask(range);
      apply(range, () => ({ state: 'loaded', plays, hasOlder: plays.length === PART }));
    } catch {
      apply(range, () => ({ ...NOTHING, state: 'failed' }));
    }
  }, [range]);

  const loadNewer = useCallback(async (): Promise<void> => {
    const [newest] = latest.current.plays;
    if (latest.current.state !== 'loaded') return;
    const answer = await ask({ ...range, ...(newest && { since: newest.startedAt }) }).catch(() => []);
    apply(range, (before) => {
      const fresh = without(answer, before.plays);
      if (fresh.length === 0) return before;
      // So many that some may be missing between them and those that are known.
      if (fresh.length === PART) return { ...before, plays: answer, hasOlder: true };
      return { ...before, plays: [...fresh, ...before.plays] };
    });
  }, [range]);

  const loadOlder = useCallback(async (): Promise<void> => {
    const oldest = latest.current.plays.at(-1);
    if (oldest === undefined) return;
    // The oldest comes once more.
    const answer = await ask({ ...range, until: justAfter(oldest.startedAt) }, PART + 1);
    apply(range, (before) => ({
      ...before,
      plays: [...before.plays, ...without(answer, before.plays)],
      hasOlder: answer.length > PART,
    }));
  }, [range]);

  useEffect(() => void loadFirst(), [loadFirst]);
  useEffect(() => {
    if (!isOpen) return;
    void loadNewer();
    const timer = setInterval(loadNewer, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [loadNewer, isOpen, whatPlays]);
  return { ...shown, loadFirst, loadOlder };
};
