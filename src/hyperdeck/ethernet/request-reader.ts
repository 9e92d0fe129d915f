// Cuts a byte stream into requests: single lines and blocks, CR LF and LF mixed, however it arrives.

/** A longer line or block is skipped and answered as an error. */
export const MAX_REQUEST_BYTES = 64 * 1024;

/**
 * `line`: a command on one line; `block`: a first line `{command}:` and its parameters, a line each, up to an empty line;
 * `too-long`: one that was skipped.
 */
export type Incoming =
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'block'; readonly command: string; readonly lines: readonly string[] }
  | { readonly kind: 'too-long' };

const LINE_FEED = 10;
const BLOCK_START = /^[^:]+:$/;

interface Block {
  readonly command: string;
  readonly lines: string[];
  bytes: number;
}

/** @returns a function that accepts the next bytes of the stream */
export const createRequestReader = (take: (incoming: Incoming) => void): ((chunk: Buffer) => void) => {
  let block: Block | undefined;
  let pending: Buffer[] = [];
  let pendingBytes = 0;

  const handleLine = (bytes: Buffer | undefined): void => {
    // A name may end in spaces.
    const text = bytes?.toString('utf8').replace(/\r$/, '').trimStart();
    if (block !== undefined) handleBlockLine(block, text, bytes?.length ?? MAX_REQUEST_BYTES);
    else if (text === undefined) take({ kind: 'too-long' });
    else if (BLOCK_START.test(text.trimEnd()))
      block = { command: text.trimEnd().slice(0, -1).trim(), lines: [], bytes: text.length };
    else if (text.trim() !== '') take({ kind: 'line', text });
  };

  const handleBlockLine = (open: Block, text: string | undefined, bytes: number): void => {
    open.bytes += bytes;
    const isTooLong = open.bytes > MAX_REQUEST_BYTES;
    if (text?.trim() !== '') {
      if (!isTooLong && text !== undefined) open.lines.push(text);
      return;
    }
    block = undefined;
    take(isTooLong ? { kind: 'too-long' } : { kind: 'block', command: open.command, lines: open.lines });
  };

  return (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      const piece = chunk.subarray(start, end);
      start = end + 1;
      const isTooLong = pendingBytes + piece.length > MAX_REQUEST_BYTES;
      const line = isTooLong ? undefined : pending.length === 0 ? piece : Buffer.concat([...pending, piece]);
      pending = [];
      pendingBytes = 0;
      handleLine(line);
    }
    if (start === chunk.length) return;
    // A request that is too long is counted but not stored.
    const rest = chunk.subarray(start);
    pendingBytes += rest.length;
    if (pendingBytes <= MAX_REQUEST_BYTES) pending.push(rest);
    else pending = [];
  };
};
