// Moves a row of the Library by its handle, with mouse or finger.
import { useCallback } from 'preact/hooks';
import type { Clip } from '../../client/api.ts';
import { clipById, clips } from '../../client/event-stream.ts';

const EDGE_PIXELS = 80;
const SCROLL_PIXELS = 12;

const DRAG_PIXELS = 4;
let draggedAtMs = Number.NEGATIVE_INFINITY;

/** True just after a drag, whose final click is no press. */
export const hasJustDragged = (): boolean => performance.now() - draggedAtMs < 300;

/** @param move called once, when the row is dropped */
export const useReorder = (move: (clip: Clip, number: number) => void): ((event: PointerEvent) => void) =>
  useCallback(
    (event: PointerEvent) => {
      const handle = event.target instanceof Element ? event.target.closest<HTMLElement>('.handle') : null;
      const row = handle?.closest<HTMLElement>('.clip-row');
      const clip = clipById(clips.get(), row?.dataset.id ?? '');
      if (handle == null || row == null || clip === undefined || event.button !== 0) return;
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
        if (clientY < EDGE_PIXELS) window.scrollBy(0, -SCROLL_PIXELS);
        if (clientY > window.innerHeight - EDGE_PIXELS) window.scrollBy(0, SCROLL_PIXELS);
        const under = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('.clip-row');
        mark(under == null || under === row ? undefined : under);
      };
      const finish = (isMoved: boolean): void => {
        const number = clipById(clips.get(), target?.dataset.id ?? '')?.number;
        if (isDragged) draggedAtMs = performance.now();
        mark(undefined);
        delete row.dataset.moving;
        handle.removeEventListener('pointermove', follow);
        handle.removeEventListener('pointerup', drop);
        handle.removeEventListener('pointercancel', cancel);
        if (isMoved && number !== undefined) move(clip, number);
      };
      const drop = (): void => finish(true);
      const cancel = (): void => finish(false);
      handle.addEventListener('pointermove', follow);
      handle.addEventListener('pointerup', drop);
      handle.addEventListener('pointercancel', cancel);
    },
    [move],
  );
