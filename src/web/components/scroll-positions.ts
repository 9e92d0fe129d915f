// Each view begins where it was left: one scroll position for all would be that of another list.
import { useLayoutEffect } from 'preact/hooks';

const places = new Map<string, number>();

/** To be called before another view is shown. */
export const savePosition = (view: string): void => void places.set(view, window.scrollY);

/** Scrolls to where the view was left, as soon as it is high enough, unless somebody scrolls first. */
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

/** The browser's own memory of a place is that of the view before. */
export const manageScrollPositions = (): void => {
  history.scrollRestoration = 'manual';
};
