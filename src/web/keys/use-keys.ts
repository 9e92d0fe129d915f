// Binds the keys of a view, and says which are bound now.
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { createStore } from '../client/store.ts';
import { type KeyActions, type KeySection, runKey } from './key-row.ts';

/** What has keys now, in the order in which it came. */
export const keySections = createStore<readonly KeySection[]>([]);

/** Shows keys in the help that a control binds while it has the focus. */
export const useKeyHelp = (section: KeySection): void => {
  useEffect(() => {
    keySections.set([...keySections.get(), section]);
    return () => keySections.set(keySections.get().filter((each) => each !== section));
  }, [section]);
};

/** Until the next frame a control of a dialog that has closed keeps the focus, and takes no key any more. */
const isShown = (target: EventTarget | null, selector: string): boolean =>
  target instanceof HTMLElement && target.matches(selector) && target.checkVisibility();

const isTyping = (target: EventTarget | null): boolean => isShown(target, 'input, textarea, select, [contenteditable]');

/** True for a control with keyboard focus, which handles Space and Enter itself. */
const isControl = (target: EventTarget | null): boolean =>
  isShown(target, 'button:focus-visible, a:focus-visible, summary:focus-visible');

/** No key works through a question, or another dialog. */
const hasDialog = (): boolean => document.querySelector('dialog[open]') !== null;

/**
 * The keys work from wherever the focus is, but where somebody types or a control takes them.
 * @param actions the latest ones count
 * @param isTaken true for a press that belongs to what has the focus
 */
export const useKeys = <Id extends string>(
  section: KeySection<Id>,
  actions: KeyActions<Id>,
  isTaken: (event: KeyboardEvent) => boolean = () => false,
): void => {
  const latest = useRef({ actions, isTaken });
  latest.current = { actions, isTaken };
  useKeyHelp(section);
  // As soon as the view is drawn: a key that is pressed then counts.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || hasDialog() || isTyping(event.target) || latest.current.isTaken(event)) return;
      runKey(section, latest.current.actions, event, isControl(event.target));
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [section]);
};
