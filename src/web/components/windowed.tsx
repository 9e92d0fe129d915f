// Virtualized list.
import { Fragment, type VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Shorter lists are rendered completely. */
const WHOLE_COUNT = 150;
const FIRST_COUNT = 60;
/** Rows rendered outside the window, and the step in which the rendered part moves. */
const SPARE_ROWS = 6;
const STEP_ROWS = 4;

interface Part {
  readonly from: number;
  readonly to: number;
  readonly above: number;
  readonly below: number;
}

const isSame = (one: Part, other: Part): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The items near the window; all rows are as high as the first one. */
const measure = (box: HTMLElement, count: number): Part | undefined => {
  const first = box.firstElementChild;
  if (first === null) return undefined;
  const style = getComputedStyle(box);
  const columns = Math.max(1, style.gridTemplateColumns.split(' ').length);
  const pitch = first.getBoundingClientRect().height + (Number.parseFloat(style.rowGap) || 0);
  const rows = Math.ceil(count / columns);
  const top = -box.getBoundingClientRect().top;
  const firstRow = Math.floor((top / pitch - SPARE_ROWS) / STEP_ROWS) * STEP_ROWS;
  const lastRow = Math.ceil(((top + window.innerHeight) / pitch + SPARE_ROWS) / STEP_ROWS) * STEP_ROWS;
  const [from, to] = [Math.max(0, Math.min(firstRow, rows - 1)), Math.max(1, Math.min(lastRow, rows))];
  return { from: from * columns, to: to * columns, above: from * pitch, below: (rows - to) * pitch };
};

/** Position of an item in the whole list, rendered or not. */
export interface Place {
  /** The first is 1. */
  readonly at: number;
  readonly of: number;
}

/** Attributes of an item's element, so that screen readers announce the whole list. */
export const toListPlace = ({ at, of }: Place) => ({ 'aria-posinset': at, 'aria-setsize': of });

/** @param props.draw renders an item; its key is the item's id */
export const Windowed = <Item extends { readonly id: string }>(props: {
  readonly items: readonly Item[];
  readonly class: string;
  readonly as: 'ul' | 'ol';
  /** Accessible name of the list. */
  readonly label?: string;
  readonly draw: (item: Item, place: Place) => VNode;
  readonly onPointerDown?: (event: PointerEvent) => void;
}) => {
  const { items, class: name, as: Tag, label, draw, onPointerDown } = props;
  const box = useRef<HTMLElement>(null);
  const isLong = items.length > WHOLE_COUNT;
  const [part, setPart] = useState<Part>({ from: 0, to: FIRST_COUNT, above: 0, below: 0 });
  const update = (): void => {
    const next = box.current === null ? undefined : measure(box.current, items.length);
    if (next !== undefined) setPart((before) => (isSame(before, next) ? before : next));
  };
  const latest = useRef(update);
  latest.current = update;
  useLayoutEffect(() => {
    if (isLong) latest.current();
  }, [isLong, items.length]);
  useEffect(() => {
    if (!isLong) return;
    const follow = (): void => latest.current();
    window.addEventListener('scroll', follow, { passive: true });
    window.addEventListener('resize', follow);
    // The list and the content above it may grow without a scroll.
    const size = new ResizeObserver(follow);
    size.observe(document.body);
    return () => {
      size.disconnect();
      window.removeEventListener('scroll', follow);
      window.removeEventListener('resize', follow);
    };
  }, [isLong]);
  // A browser removes the focus from a moved element, and with it the keys that moved it.
  const focused = box.current?.contains(document.activeElement) ? document.activeElement : null;
  useLayoutEffect(() => {
    if (focused instanceof HTMLElement && focused.isConnected && focused !== document.activeElement) focused.focus();
  });
  const first = isLong ? part.from : 0;
  const shown = isLong ? items.slice(part.from, part.to) : items;
  const padding = isLong ? { paddingTop: `${part.above}px`, paddingBottom: `${part.below}px` } : {};
  return (
    <Tag
      ref={box as never}
      class={name}
      style={padding}
      aria-label={label}
      {...(onPointerDown !== undefined && { onPointerDown: onPointerDown as never })}
    >
      {shown.map((item, index) => (
        <Fragment key={item.id}>{draw(item, { at: first + index + 1, of: items.length })}</Fragment>
      ))}
    </Tag>
  );
};
