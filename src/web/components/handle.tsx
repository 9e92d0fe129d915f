// The handle of a row: it is dragged, moved by keys, and asks for a number.
import { Icon } from './icon.tsx';
import { askWhereTo, type MovedRow } from './move-dialog.tsx';
import { hasJustDragged } from './reorder.ts';

/** @param props.moveBy moves the row from where it is when its turn comes; negative: up the list */
export const Handle = (props: MovedRow & { readonly moveBy: (places: 1 | -1) => void }) => {
  const { name, number, last, moveTo, moveBy } = props;
  const onKeyDown = (event: KeyboardEvent): void => {
    const run = {
      ArrowUp: () => moveBy(-1),
      ArrowDown: () => moveBy(1),
      Home: () => moveTo(1),
      End: () => moveTo(last),
    }[event.key];
    if (run === undefined) return;
    event.preventDefault();
    run();
  };
  return (
    <button
      type="button"
      class="handle"
      aria-label={`${number} ${name}: move`}
      aria-description="Up, Down, Home and End move it; a press asks for its number."
      title="Drag to reorder, or press ↑ ↓ Home End; a click asks for the number"
      onKeyDown={onKeyDown}
      onClick={() => hasJustDragged() || askWhereTo({ name, number, last, moveTo })}
    >
      <Icon name="grip" />
      <span class="number">{number}</span>
    </button>
  );
};
