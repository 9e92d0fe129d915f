// Asks for the number that a clip is to have: over a thousand rows nobody drags.
import { useEffect, useRef, useState } from 'preact/hooks';
import { moveClip } from './actions.ts';
import type { Clip } from './api.ts';
import { clips } from './live.ts';
import { createStore, useStore } from './store.ts';

const moving = createStore<Clip | undefined>(undefined);

export const askWhereTo = (clip: Clip): void => moving.set(clip);

export const MoveDialog = () => {
  const clip = useStore(moving, (value) => value);
  const last = useStore(clips, (all) => all.length - 1);
  const [number, setNumber] = useState('');
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (clip === undefined) return dialog.current?.close();
    setNumber(String(clip.number));
    dialog.current?.showModal();
    field.current?.select();
  }, [clip]);
  const close = (): void => moving.set(undefined);
  const move = (event: Event): void => {
    event.preventDefault();
    const to = Number(number);
    if (clip !== undefined && Number.isInteger(to)) moveClip(clip, Math.min(last, Math.max(1, to)));
    close();
  };
  return (
    <dialog ref={dialog} class="question" aria-labelledby="move-to" onCancel={close}>
      <form onSubmit={move}>
        <p id="move-to">Move “{clip?.name}” to another number.</p>
        <label class="field">
          Number, 1 to {last}
          <input
            ref={field}
            type="number"
            min={1}
            max={last}
            step={1}
            required
            value={number}
            onInput={({ currentTarget }) => setNumber(currentTarget.value)}
          />
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
    </dialog>
  );
};
