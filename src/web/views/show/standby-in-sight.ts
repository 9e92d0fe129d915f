// Scrolls what stands by into sight when it changes, unless somebody is just looking elsewhere in the list.
import { useEffect } from 'preact/hooks';
import { transport } from '../../client/event-stream.ts';
import { content } from '../../client/list-content.ts';
import { useStore } from '../../client/store.ts';
import { isEditing } from './editing.ts';

const REST_MS = 5000;
let scrolledAtMs = Number.NEGATIVE_INFINITY;

/** Rows of a long list that are not near are not drawn; all are as high as the first that is. */
const scrollToItem = (index: number): void => {
  const list = document.querySelector<HTMLElement>('.items');
  const row = list?.querySelector<HTMLElement>('.item');
  if (list == null || row == null) return;
  const pitch = row.offsetHeight + (Number.parseFloat(getComputedStyle(list).rowGap) || 0);
  const top = list.getBoundingClientRect().top + index * pitch;
  const free = { from: bottomOf('.bar', '.decks'), to: topOf('.go-and-panic', '.bar nav') };
  if (top >= free.from && top + row.offsetHeight <= free.to) return;
  window.scrollBy(0, top - free.from - (free.to - free.from - row.offsetHeight) / 3);
};

const boxOf = (selector: string) => {
  const element = document.querySelector(selector);
  const position = element && getComputedStyle(element).position;
  return position === 'sticky' || position === 'fixed' ? element?.getBoundingClientRect() : undefined;
};

/** What stays at the top covers the list down to there. */
const bottomOf = (...selectors: readonly string[]): number =>
  Math.max(0, ...selectors.map((selector) => boxOf(selector)?.bottom ?? 0));

/** What stays at the bottom covers it from there. */
const topOf = (...selectors: readonly string[]): number =>
  Math.min(
    window.innerHeight,
    ...selectors.flatMap((selector) => {
      const top = boxOf(selector)?.top ?? 0;
      return top > window.innerHeight / 2 ? [top] : [];
    }),
  );

export const useStandbyInSight = (): void => {
  const itemId = useStore(transport, ({ standby }) => standby?.itemId);
  const listId = useStore(content, (list) => list?.id);
  useEffect(() => {
    const note = (): void => {
      scrolledAtMs = performance.now();
    };
    const kinds = ['wheel', 'touchmove'];
    for (const kind of kinds) window.addEventListener(kind, note, { passive: true });
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, note);
    };
  }, []);
  useEffect(() => {
    const index = content.get()?.items.findIndex(({ id }) => id === itemId) ?? -1;
    if (index >= 0 && !isEditing.get() && performance.now() - scrolledAtMs > REST_MS) scrollToItem(index);
  }, [itemId, listId]);
};
