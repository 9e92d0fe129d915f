// Splits a byte stream into JSON lines.

export type JsonObject = Readonly<Record<string, unknown>>;

/** mpv's longest valid line is a playlist; longer ones are dropped. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * @param onObject called for every line that is a JSON object
 * @param onBad called with the reason for every other non-empty line
 * @returns a function that accepts the next bytes of the stream
 */
export const createLineReader = (
  onObject: (object: JsonObject) => void,
  onBad: (reason: string) => void,
): ((chunk: Buffer) => void) => {
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let skipping = false;

  const handleLine = (line: string): void => {
    if (line.trim() === '') return;
    const value = parseJson(line);
    if (isJsonObject(value)) onObject(value);
    else onBad(`not a JSON object: ${line.slice(0, 80)}`);
  };

  return (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      const piece = chunk.subarray(start, end);
      start = end + 1;
      const line = pending.length === 0 ? piece : Buffer.concat([...pending, piece]);
      pending = [];
      pendingBytes = 0;
      if (skipping) skipping = false;
      else handleLine(line.toString('utf8'));
    }
    if (start === chunk.length || skipping) return;
    pending.push(chunk.subarray(start));
    pendingBytes += chunk.length - start;
    if (pendingBytes <= MAX_LINE_BYTES) return;
    onBad(`a line of more than ${MAX_LINE_BYTES} bytes`);
    pending = [];
    pendingBytes = 0;
    skipping = true;
  };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
