// Each view begins where it was left: one scroll position for all would be that of another list.
import { useLayoutEffect } from 'preact/hooks';

const places = new Map<string, number>();

/** Call before another view is shown. */
export const savePosition = (view: string): void => void places.set(view, window.scrollY);

/** Restores the scroll position of a view once it is high enough, unless the user scrolls first. */
const restore = (view: string): (() => void) => {
  const wanted = places.get(view) ?? 0;
  const size = new ResizeObserver(() => go());
  const ended = new AbortController();
  const stop = (): void => {
    size.disconnect();
    ended.abort();
  };
  const go = (): void => {
    window.scrollTo(0, wanted);
    if (Math.abs(window.scrollY - wanted) < 1) stop();
  };
  for (const kind of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    window.addEventListener(kind, stop, { passive: true, signal: ended.signal });
  size.observe(document.body);
  go();
  return stop;
};

export const useScrollPosition = (view: string): void => useLayoutEffect(() => restore(view), [view]);

/** The browser would restore the position of the previous view. */
export const manageScrollPositions = (): void => {
  history.scrollRestoration = 'manual';
};
