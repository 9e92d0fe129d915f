// The handle of a row: it is dragged, moved by keys, and asks for a number.
import { runKey } from '../keys/key-row.ts';
import { HANDLE_KEYS } from '../keys/key-tables.ts';
import { Icon } from './icon.tsx';
import { askWhereTo, type MovedRow } from './move-dialog.tsx';
import { hasJustDragged } from './reorder.ts';

interface Props extends MovedRow {
  /** Moves the row from where it is when its turn comes; negative: up the list. */
  readonly moveBy: (places: 1 | -1) => void;
}

const toActions = ({ moveBy, moveTo, last }: Props) => ({
  'row.up': () => moveBy(-1),
  'row.down': () => moveBy(1),
  'row.top': () => moveTo(1),
  'row.bottom': () => moveTo(last),
});

export const Handle = (props: Props) => {
  const { name, number, last, moveTo } = props;
  return (
    <button
      type="button"
      class="handle"
      aria-label={`${number} ${name}: move`}
      aria-description="Up, Down, Home and End move it; a press asks for its number."
      title="Drag to reorder, or press ↑ ↓ Home End; a click asks for the number"
      onKeyDown={(event) => runKey(HANDLE_KEYS, toActions(props), event)}
      onClick={() => hasJustDragged() || askWhereTo({ name, number, last, moveTo })}
    >
      <Icon name="grip" />
      <span class="number">{number}</span>
    </button>
  );
};
