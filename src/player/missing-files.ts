// Looks again for clips whose file was missing: a folder that was away for a while brings all of them back.
import type { Clock } from '../base/clock.ts';
import type { Deck } from '../deck/deck.ts';
import type { ClipFiles } from '../deck/ports.ts';

const INTERVAL_SECONDS = 10;

/** @returns a function that ends it */
export const watchMissingFiles = (deps: {
  readonly store: Pick<ClipFiles, 'isMissing' | 'isThere'>;
  readonly deck: Pick<Deck, 'state' | 'clearFaults'>;
  readonly clock: Clock;
}): (() => void) => {
  const { store, deck, clock } = deps;
  let stopWaiting: () => void = () => undefined;
  let isStopped = false;

  const look = async (): Promise<void> => {
    const back: string[] = [];
    for (const clip of deck.state().document.clips)
      if (store.isMissing(clip) && (await store.isThere(clip))) back.push(clip.id);
    if (back.length > 0 && !isStopped) deck.clearFaults(back);
  };
  const wait = (): void => {
    stopWaiting = clock.after(INTERVAL_SECONDS, () => {
      void look().finally(() => {
        if (!isStopped) wait();
      });
    });
  };
  wait();
  return () => {
    isStopped = true;
    stopWaiting();
  };
};
