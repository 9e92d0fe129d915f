// Recognises a client of another protocol by the first line of its connection: what it sends next is not for the deck.
import { MAX_REQUEST_BYTES } from './request-reader.ts';

const LINE_FEED = 10;
/** The longest method with its space, and as much again. */
const MAX_HEAD_BYTES = 16;
const HTTP_METHOD = /^(?:get|head|post|put|delete|options|patch|connect|trace|pri) /i;
/** A terminal's negotiation (PuTTY, telnet) begins so. Nothing that a browser sends does. */
const TELNET_START = 0xff;
const CARRIAGE_RETURN = 13;
const TAB = 9;

/** Also the first byte of a TLS record or a STUN request is one. */
const isControl = (byte: number): boolean => byte < 32 && byte !== TAB && byte !== CARRIAGE_RETURN;

/**
 * A browser sends what a web page wants behind its own first line: in a body, in a header, in a TLS session ticket, in the
 * user name of a TURN server. So all of the first line counts, however long it is and wherever it is cut.
 * @returns asked with each chunk before it is read; true: the connection is not a HyperDeck client's
 */
export const createForeignClientTest = (): ((chunk: Buffer) => boolean) => {
  let head = '';
  let bytes = 0;
  let isOver = false;
  return (chunk) => {
    if (isOver || chunk.length === 0) return false;
    if (bytes === 0 && chunk[0] === TELNET_START) {
      isOver = true;
      return false;
    }
    const end = chunk.indexOf(LINE_FEED);
    const piece = end < 0 ? chunk : chunk.subarray(0, end);
    bytes += piece.length;
    if (head.length < MAX_HEAD_BYTES) head += piece.toString('latin1', 0, MAX_HEAD_BYTES);
    isOver = end >= 0;
    return bytes > MAX_REQUEST_BYTES || HTTP_METHOD.test(head) || piece.some(isControl);
  };
};
