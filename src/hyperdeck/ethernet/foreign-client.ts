// Recognises a client of another protocol by the first line of its connection: what it sends next is not for the deck.
import { MAX_REQUEST_BYTES } from './request-reader.ts';

const LINE_FEED = 10;
/** Twice the longest method with its space. */
const MAX_HEAD_BYTES = 16;
const HTTP_METHOD = /^(?:get|head|post|put|delete|options|patch|connect|trace|pri) /i;
/** First byte of a terminal's negotiation (PuTTY, telnet); browsers never send it. */
const TELNET_START = 0xff;
const CARRIAGE_RETURN = 13;
const TAB = 9;

/** Includes the first byte of a TLS record and of a STUN request. */
const isControl = (byte: number): boolean => byte < 32 && byte !== TAB && byte !== CARRIAGE_RETURN;

/**
 * A web page can make a browser send any text after its own first line: in a body, a header, a TLS session ticket or the
 * user name of a TURN server. So the whole first line is checked, whatever its length and its chunks.
 * @returns a test to call with each chunk; true when the connection is not a HyperDeck client's
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
