// The digit keys of keyboard and number pad, which mean clips.

/** What it needs of a KeyboardEvent. */
interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
  getModifierState(name: string): boolean;
}

interface DigitKey {
  /** 1 to 9. */
  readonly digit: number;
  readonly isShifted: boolean;
}

/**
 * Undefined for other keys, among them those of a number pad that is switched to arrows.
 * Shift changes the character of a key, but not its code; on a number pad Windows shows the other character, but no Shift.
 */
export const toDigitKey = (press: KeyPress): DigitKey | undefined => {
  const [, block, digit] = /^(Digit|Numpad)([1-9])$/.exec(press.code) ?? [];
  if (digit === undefined) return undefined;
  const isHidden = block === 'Numpad' && press.key !== digit;
  if (isHidden && !press.getModifierState('NumLock')) return undefined;
  return { digit: Number(digit), isShifted: isHidden || press.shiftKey };
};
