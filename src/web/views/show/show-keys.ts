// The keys of the Show view, among them those that footswitches and presenters send.
import { fade } from '../../actions/actions.ts';
import { go, panic, standBy, standbyId } from '../../actions/show-actions.ts';
import { transport } from '../../client/event-stream.ts';
import { content } from '../../client/list-content.ts';
import { toNeighbourId } from '../../format/show-text.ts';
import { isTyping, takesSpace } from '../fire/keyboard.ts';
import { type KeyAction, toKeyAction } from './key-action.ts';

/** Moves what stands by in the list; the output stays. */
const moveStandby = (places: 1 | -1): void => {
  const list = content.get();
  if (list === undefined || list.id !== transport.get().listId) return;
  const id = toNeighbourId(list.items, { standby: standbyId(), onAir: transport.get().itemId }, places);
  if (id !== undefined) void standBy(id);
};

const RUN: Readonly<Record<KeyAction, () => unknown>> = {
  go,
  panic,
  black: () => fade(isBlack() ? 'picture' : 'black', 0),
  up: () => moveStandby(-1),
  down: () => moveStandby(1),
};

const isBlack = (): boolean => {
  const { to, level } = transport.get().fade;
  return to === 'black' && level === 0;
};

const onKey = (event: KeyboardEvent): void => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  if (document.querySelector('dialog[open]') !== null) return;
  const action = toKeyAction(event.key, takesSpace(event.target));
  if (action === undefined) return;
  event.preventDefault();
  // A key that is held down moves the standby on, and does nothing else again.
  if (!event.repeat || action === 'up' || action === 'down') RUN[action]();
};

/** After a click every button leaves the keys to the view: the next Space is GO, whatever was pressed before. */
const onClick = ({ detail, target }: MouseEvent): void => {
  const pressed = target instanceof Element ? target.closest<HTMLElement>('main button, main a') : null;
  if (detail > 0) pressed?.blur();
};

/** Returns a function that stops listening. */
export const listenToShowKeys = (): (() => void) => {
  window.addEventListener('keydown', onKey);
  window.addEventListener('click', onClick);
  return () => {
    window.removeEventListener('keydown', onKey);
    window.removeEventListener('click', onClick);
  };
};
