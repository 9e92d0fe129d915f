// Peer ids: 6 digits for a repeater, 7 for a person, 9 for one of a person's several hotspots.
import { AppError } from '../../base/errors.ts';

/** The form of the API document: 7 or 9 digits. */
export const hasApiForm = (text: string): boolean => /^(?:[0-9]{7}|[0-9]{9})$/.test(text);

/**
 * Parses a peer id. No real id starts with 0.
 * @throws AppError invalid-value
 */
export const parsePeerId = (text: string): number => {
  if (/^[1-9](?:[0-9]{5,6}|[0-9]{8})$/.test(text)) return Number(text);
  throw new AppError('invalid-value', `${JSON.stringify(text)} is no peer id; allowed: 6, 7 or 9 digits.`);
};
