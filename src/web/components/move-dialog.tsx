// Asks for the number that a row is to have: over a thousand rows nobody drags.
import { useEffect, useRef } from 'preact/hooks';
import { createStore, useStore } from '../client/store.ts';

/** A row that is to be moved. */
export interface MovedRow {
  readonly name: string;
  /** The first is 1. */
  readonly number: number;
  readonly last: number;
  readonly moveTo: (number: number) => void;
}

const moving = createStore<MovedRow | undefined>(undefined);

export const askWhereTo = (row: MovedRow): void => moving.set(row);

export const MoveDialog = () => {
  const row = useStore(moving, (value) => value);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (row === undefined) dialog.current?.close();
    else dialog.current?.showModal();
  }, [row]);
  return (
    <dialog ref={dialog} class="question" aria-labelledby="move-to" onCancel={close}>
      {row !== undefined && <MoveForm row={row} />}
    </dialog>
  );
};

const close = (): void => moving.set(undefined);

const MoveForm = ({ row: { name, number, last, moveTo } }: { readonly row: MovedRow }) => {
  const field = useRef<HTMLInputElement>(null);
  // Typing replaces the current number.
  useEffect(() => field.current?.select(), []);
  const move = (event: Event): void => {
    event.preventDefault();
    const to = field.current?.valueAsNumber ?? Number.NaN;
    if (Number.isInteger(to)) moveTo(Math.min(last, Math.max(1, to)));
    close();
  };
  return (
    <form onSubmit={move}>
      <p id="move-to">Move “{name}” to another number.</p>
      <label class="field">
        Number, 1 to {last}
        <input ref={field} type="number" min={1} max={last} step={1} required defaultValue={String(number)} />
      </label>
      <div class="row end">
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button type="submit" class="primary">
          Move
        </button>
      </div>
    </form>
  );
};
