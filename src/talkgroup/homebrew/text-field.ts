// Text from the wire: untrusted, padded with NUL or spaces, headed for logs and web pages.
import { toOneLine } from '../../base/one-line.ts';

const PADDING = /^[\0 ]+|[\0 ]+$/g;
/** In the place of bytes that are no UTF-8. */
const REPLACEMENT = /\ufffd/g;

export const toText = (bytes: Buffer): string =>
  toOneLine(bytes.toString('utf8').replace(PADDING, '').replace(REPLACEMENT, '\0')).trim();
