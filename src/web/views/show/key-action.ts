// What a key of the Show view means.

export type KeyAction = 'go' | 'panic' | 'black' | 'up' | 'down';

const KEYS: Readonly<Record<string, KeyAction>> = {
  ' ': 'go',
  Enter: 'go',
  PageDown: 'go',
  Escape: 'panic',
  // Presenters send one of these for a black picture.
  b: 'black',
  B: 'black',
  '.': 'black',
  ArrowUp: 'up',
  PageUp: 'up',
  ArrowDown: 'down',
};

/** @param isPressing Space or Enter presses the control that has the focus */
export const toKeyAction = (key: string, isPressing: boolean): KeyAction | undefined =>
  isPressing && (key === ' ' || key === 'Enter') ? undefined : Object.hasOwn(KEYS, key) ? KEYS[key] : undefined;
