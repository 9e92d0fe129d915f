// The keys of the Show view, among them those that footswitches and presenters send.
import { useEffect } from 'preact/hooks';
import { fade, stop, toggle } from '../../actions/actions.ts';
import { go, goToNext, goToPrevious, panic, standBy, standbyId } from '../../actions/show-actions.ts';
import { transport } from '../../client/event-stream.ts';
import { content } from '../../client/list-content.ts';
import { toNeighbourId } from '../../format/show-text.ts';
import { SHOW_KEYS } from '../../keys/key-tables.ts';
import { useKeys } from '../../keys/use-keys.ts';

/** Moves what stands by in the list; the output stays. */
const moveStandby = (places: 1 | -1): void => {
  const list = content.get();
  if (list === undefined || list.id !== transport.get().listId) return;
  const id = toNeighbourId(list.items, { standby: standbyId(), onAir: transport.get().itemId }, places);
  if (id !== undefined) void standBy(id);
};

const isBlack = (): boolean => {
  const { to, level } = transport.get().fade;
  return to === 'black' && level === 0;
};

const ACTIONS = {
  'show.go': go,
  'show.up': () => moveStandby(-1),
  'show.down': () => moveStandby(1),
  'show.panic': panic,
  'show.black': () => fade(isBlack() ? 'picture' : 'black', 0),
  'show.stop': stop,
  'show.pause': toggle,
  'show.next': goToNext,
  'show.previous': goToPrevious,
};

/** After a click every button leaves the keys to the view: the next Space is GO, whatever was pressed before. */
const onClick = ({ detail, target }: MouseEvent): void => {
  const pressed = target instanceof Element ? target.closest<HTMLElement>('main button, main a') : null;
  if (detail > 0) pressed?.blur();
};

export const useShowKeys = (): void => {
  useKeys(SHOW_KEYS, ACTIONS);
  useEffect(() => {
    window.addEventListener('click', onClick);
    return () => window.removeEventListener('click', onClick);
  }, []);
};
