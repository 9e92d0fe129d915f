// The keys of the Fire view.
import { cue, fire, step, stop, toggle } from '../../actions/actions.ts';
import { clips } from '../../client/event-stream.ts';
import { isAsking } from '../../components/toasts.tsx';

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');

/** A control that was reached by keyboard takes Space and Enter itself. */
export const takesSpace = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('button:focus-visible, a:focus-visible');

const STEPS: Readonly<Record<string, () => Promise<void>>> = {
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  ',': () => step(-1),
  '.': () => step(1),
};

const onKey = (event: KeyboardEvent): void => {
  if (isAsking() || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const run = toAction(event);
  if (run === undefined) return;
  event.preventDefault();
  // A key that is held down steps on, and does nothing else again.
  if (!event.repeat || STEPS[event.key] !== undefined) void run();
};

const toAction = (event: KeyboardEvent): (() => Promise<void>) | undefined => {
  if (event.key === ' ') return takesSpace(event.target) ? undefined : toggle;
  // With Shift the key says something else; its place on the keyboard does not.
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1];
  if (digit === undefined) return event.key === 'Escape' ? stop : STEPS[event.key];
  const clip = clips.get()[Number(digit)];
  if (clip === undefined) return undefined;
  return () => (event.shiftKey ? cue(clip) : fire(clip));
};

/** Returns the way to stop listening. */
export const listenToKeys = (): (() => void) => {
  window.addEventListener('keydown', onKey);
  return () => window.removeEventListener('keydown', onKey);
};
