// How JSON is read whose shape nobody vouches for: the own state files after a power cut, requests on the administration socket.
import { AppError } from '../../base/errors.ts';
import { type Mismatch, recordMode } from '../../schema/schema.ts';

const PLAIN: Partial<Readonly<Record<Mismatch['type'], string>>> = {
  text: 'a text',
  list: 'a list',
  number: 'a whole number',
  whole: 'a whole number',
};

/** @throws AppError invalid-value */
export const DOCUMENT = recordMode(({ name, type, allowed, complaint }) => {
  const usual = `${name} is missing or not of its form; allowed: ${PLAIN[type] ?? allowed}.`;
  return new AppError('invalid-value', complaint ?? usual);
});
