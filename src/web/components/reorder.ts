// Moves a row of a list by its handle, with mouse or finger.
import { useCallback } from 'preact/hooks';

const EDGE_PIXELS = 80;
const SCROLL_PIXELS = 12;

const DRAG_PIXELS = 4;
let draggedAtMs = Number.NEGATIVE_INFINITY;

/** True just after a drag, whose final click is no press. */
export const hasJustDragged = (): boolean => performance.now() - draggedAtMs < 300;

/** Rows are elements with `data-id`, each with a `.handle`. */
const ROW = 'li[data-id]';

/** @param move called once, when the row is dropped, with its id and that of the row whose place it gets */
export const useReorder = (move: (id: string, targetId: string) => void): ((event: PointerEvent) => void) =>
  useCallback(
    (event: PointerEvent) => {
      const handle = event.target instanceof Element ? event.target.closest<HTMLElement>('.handle') : null;
      const row = handle?.closest<HTMLElement>(ROW);
      const id = row?.dataset.id;
      if (handle == null || row == null || id === undefined || event.button !== 0) return;
      event.preventDefault();
      handle.focus();
      handle.setPointerCapture(event.pointerId);
      row.dataset.moving = '';
      let isDragged = false;
      let target: HTMLElement | undefined;

      const mark = (next: HTMLElement | undefined): void => {
        if (target !== undefined) delete target.dataset.target;
        target = next;
        if (target !== undefined) target.dataset.target = target.offsetTop > row.offsetTop ? 'below' : 'above';
      };
      const follow = ({ clientX, clientY }: PointerEvent): void => {
        isDragged ||= Math.hypot(clientX - event.clientX, clientY - event.clientY) > DRAG_PIXELS;
        const point = document.elementFromPoint(clientX, clientY);
        // What stays in sight covers the ends of the list, which are under it.
        const isCovered = point?.closest('[data-covers]') != null;
        const isAbove = clientY < window.innerHeight / 2;
        if (clientY < EDGE_PIXELS || (isCovered && isAbove)) window.scrollBy(0, -SCROLL_PIXELS);
        else if (clientY > window.innerHeight - EDGE_PIXELS || isCovered) window.scrollBy(0, SCROLL_PIXELS);
        const under = point?.closest<HTMLElement>(ROW);
        mark(under == null || under === row ? undefined : under);
      };
      const finish = (isMoved: boolean): void => {
        const targetId = target?.dataset.id;
        if (isDragged) draggedAtMs = performance.now();
        mark(undefined);
        delete row.dataset.moving;
        handle.removeEventListener('pointermove', follow);
        handle.removeEventListener('pointerup', drop);
        handle.removeEventListener('pointercancel', cancel);
        if (isMoved && targetId !== undefined) move(id, targetId);
      };
      const drop = (): void => finish(true);
      const cancel = (): void => finish(false);
      handle.addEventListener('pointermove', follow);
      handle.addEventListener('pointerup', drop);
      handle.addEventListener('pointercancel', cancel);
    },
    [move],
  );
