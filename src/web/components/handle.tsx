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

const ask = ({ name, number, last, moveTo }: Props): void => askWhereTo({ name, number, last, moveTo });

const toActions = (props: Props) => ({
  'row.up': () => props.moveBy(-1),
  'row.down': () => props.moveBy(1),
  'row.top': () => props.moveTo(1),
  'row.bottom': () => props.moveTo(props.last),
  // A button's own press is lost when its row moves before the key is up.
  'row.number': () => ask(props),
});

export const Handle = (props: Props) => {
  const { name, number } = props;
  return (
    <button
      type="button"
      class="handle"
      aria-label={`${number} ${name}: move`}
      aria-description="Up, Down, Home and End move it; a press asks for its number."
      title="Drag to reorder, or press ↑ ↓ Home End; a click asks for the number"
      onKeyDown={(event) => runKey(HANDLE_KEYS, toActions(props), event)}
      onClick={() => hasJustDragged() || ask(props)}
    >
      <Icon name="grip" />
      <span class="number">{number}</span>
    </button>
  );
};
