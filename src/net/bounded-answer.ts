// Reads what another program answers, up to a bound: whoever answers decides how much comes.

/** A request carries it, so that bytes can be counted as they arrive: `fetch` unpacks what is compressed, however large it becomes. */
export const UNCOMPRESSED = { 'accept-encoding': 'identity' } as const;

/** @throws Error when more comes: the rest is not read, and the stream is destroyed; what the stream throws */
export const readBounded = async (
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer> => {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error('the answer is too long');
    parts.push(chunk);
  }
  return Buffer.concat(parts);
};

/**
 * The body of what `fetch` got with UNCOMPRESSED.
 * @throws Error when it is longer or compressed: the rest is not read
 */
export const readBoundedBody = async (response: Response, maxBytes: number): Promise<Buffer> => {
  if (response.headers.has('content-encoding')) {
    await response.body?.cancel();
    throw new Error('the answer is compressed');
  }
  return readBounded(response.body ?? [], maxBytes);
};
