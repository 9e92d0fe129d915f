// Asks for the number that a clip is to have: over a thousand rows nobody drags.
import { useEffect, useRef } from 'preact/hooks';
import { moveClip } from '../../actions/actions.ts';
import type { Clip } from '../../client/api.ts';
import { clips } from '../../client/event-stream.ts';
import { createStore, useStore } from '../../client/store.ts';

const moving = createStore<Clip | undefined>(undefined);

export const askWhereTo = (clip: Clip): void => moving.set(clip);

export const MoveDialog = () => {
  const clip = useStore(moving, (value) => value);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (clip === undefined) dialog.current?.close();
    else dialog.current?.showModal();
  }, [clip]);
  return (
    <dialog ref={dialog} class="question" aria-labelledby="move-to" onCancel={close}>
      {clip !== undefined && <MoveForm key={clip.id} clip={clip} />}
    </dialog>
  );
};

const close = (): void => moving.set(undefined);

const MoveForm = ({ clip }: { readonly clip: Clip }) => {
  const last = useStore(clips, (all) => all.length - 1);
  const field = useRef<HTMLInputElement>(null);
  // Typing replaces the current number.
  useEffect(() => field.current?.select(), []);
  const move = (event: Event): void => {
    event.preventDefault();
    const to = field.current?.valueAsNumber ?? Number.NaN;
    if (Number.isInteger(to)) moveClip(clip, Math.min(last, Math.max(1, to)));
    close();
  };
  return (
    <form onSubmit={move}>
      <p id="move-to">Move “{clip.name}” to another number.</p>
      <label class="field">
        Number, 1 to {last}
        <input ref={field} type="number" min={1} max={last} step={1} required defaultValue={String(clip.number)} />
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
