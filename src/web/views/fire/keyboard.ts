// The keys of the Fire view.
import { cue, fire, step, stop, toggle } from '../../actions/actions.ts';
import { clips } from '../../client/event-stream.ts';
import { isAsking } from '../../components/toasts.tsx';
import { toDigitKey } from './digit-key.ts';

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');

/** True for a control with keyboard focus, which handles Space and Enter itself. */
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
  // A held key repeats steps only.
  if (!event.repeat || STEPS[event.key] !== undefined) void run();
};

const toAction = (event: KeyboardEvent): (() => Promise<void>) | undefined => {
  if (event.key === ' ') return takesSpace(event.target) ? undefined : toggle;
  const pressed = toDigitKey(event);
  if (pressed === undefined) return event.key === 'Escape' ? stop : STEPS[event.key];
  const clip = clips.get()[pressed.digit];
  if (clip === undefined) return undefined;
  return () => (pressed.isShifted ? cue(clip) : fire(clip));
};

/** Returns a function that stops listening. */
export const listenToKeys = (): (() => void) => {
  window.addEventListener('keydown', onKey);
  return () => window.removeEventListener('keydown', onKey);
};
