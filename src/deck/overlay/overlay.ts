// What the operator lays over the picture, whatever plays.
import { AppError } from '../../base/errors.ts';

export const OVERLAY_KINDS = ['none', 'clock', 'countdown', 'text'] as const;
type OverlayKind = (typeof OVERLAY_KINDS)[number];

/** In UTF-16 units. */
export const MAX_OVERLAY_TEXT = 200;

export interface Overlay {
  readonly kind: OverlayKind;
  /** Of a clock or countdown, the line above it. */
  readonly text?: string;
  /** Of a countdown, in seconds since 1970. */
  readonly untilSeconds?: number;
}

export const NO_OVERLAY: Overlay = { kind: 'none' };

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

const parseText = (given: string): string => {
  const text = given.normalize('NFC').trim();
  if (text.length <= MAX_OVERLAY_TEXT && !CONTROL.test(text)) return text;
  throw new AppError(
    'invalid-value',
    `text=${JSON.stringify(given.slice(0, 40))} is refused; allowed: at most ${MAX_OVERLAY_TEXT} characters, none of them a control character.`,
  );
};

/**
 * @param given an empty text counts as none
 * @throws AppError `missing-parameter`, `invalid-value`
 */
export const parseOverlay = (given: {
  readonly kind: OverlayKind;
  readonly text?: string | undefined;
  /** Seconds since 1970. */
  readonly until?: number | undefined;
}): Overlay => {
  const { kind, until } = given;
  const text = parseText(given.text ?? '');
  if (kind === 'text' && text === '') throw new AppError('missing-parameter', 'The overlay text needs text.');
  if (kind === 'countdown' && until === undefined) {
    throw new AppError(
      'missing-parameter',
      'The overlay countdown needs until; allowed: the instant at which it is 0.',
    );
  }
  if (kind !== 'countdown' && until !== undefined) {
    throw new AppError('invalid-value', `until belongs to a countdown; the overlay ${kind} has none.`);
  }
  if (kind === 'none' && text !== '') {
    throw new AppError('invalid-value', 'text belongs to an overlay; allowed with none: no text.');
  }
  return { kind, ...(text !== '' && { text }), ...(until !== undefined && { untilSeconds: until }) };
};
