// The host names a device may have.
import { AppError } from '../../base/errors.ts';

/** RFC 1123, one label. Checked before lower-casing: some letters outside ASCII turn into ASCII ones. */
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/** Host name of a device that has not been named yet. */
export const DEFAULT_HOST_NAME = 'cuedeck';

/**
 * @returns the name in lower case
 * @throws AppError `invalid-value`
 */
export const parseHostName = (text: string): string => {
  const name = text.toLowerCase();
  if (!LABEL.test(text) || name === 'localhost' || /^\d+$/.test(name)) {
    throw new AppError(
      'invalid-value',
      `hostname=${JSON.stringify(text)} is refused; allowed: 1 to 63 letters, digits and hyphens, no hyphen at either end, not localhost, not digits alone.`,
    );
  }
  return name;
};
