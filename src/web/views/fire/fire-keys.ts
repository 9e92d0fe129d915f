// What the keys of the Fire view do.
import { cue, fire, step, stop, toggle } from '../../actions/actions.ts';
import { clips } from '../../client/event-stream.ts';
import { toDigitKey } from '../../keys/digit-key.ts';
import { FIRE_KEYS } from '../../keys/key-tables.ts';
import { useKeys } from '../../keys/use-keys.ts';

const doToClip = (press: KeyboardEvent, run: typeof fire): void => {
  const clip = clips.get()[toDigitKey(press)?.digit ?? 0];
  if (clip !== undefined) void run(clip);
};

const ACTIONS = {
  'fire.clip': (press: KeyboardEvent) => doToClip(press, fire),
  'fire.cue': (press: KeyboardEvent) => doToClip(press, cue),
  'fire.play': toggle,
  'fire.stop': stop,
  'fire.frame-back': () => step(-1),
  'fire.frame-on': () => step(1),
  'fire.find': () => document.querySelector<HTMLElement>('.finder input')?.focus(),
};

export const useFireKeys = (): void => useKeys(FIRE_KEYS, ACTIONS);
