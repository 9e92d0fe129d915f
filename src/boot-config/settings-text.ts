// The text of cuedeck.txt, which an owner edits on any PC: lines of NAME=VALUE, in whatever way that PC's editor writes them.

interface CardLine {
  /** Counted from 1. */
  readonly number: number;
  readonly name: string;
  readonly value: string;
}

interface CardText {
  readonly lines: readonly CardLine[];
  /** One sentence for each invalid line. */
  readonly problems: readonly string[];
}

/** A larger file is no settings file. */
export const MAX_FILE_BYTES = 256 * 1024;

const LINE = /^([A-Za-z][A-Za-z0-9_-]*)\s*=(.*)$/;

/** Never throws; invalid text becomes characters that no value may contain. */
export const decodeCard = (bytes: Uint8Array): string => {
  const [first, second] = bytes;
  // Windows' "Unicode".
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  // The same without a byte order mark: a settings file begins with an ASCII character, whose second byte is zero.
  if (first !== 0 && second === 0) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0 && second !== 0) return new TextDecoder('utf-16be').decode(bytes);
  // Removes a byte order mark; invalid UTF-8 becomes a character that no value may contain.
  return new TextDecoder('utf-8').decode(bytes);
};

/**
 * Never throws: invalid lines are reported as problems.
 * A `#` begins a comment only at the start of a line, so that passwords may contain it. Spaces around a value are removed.
 */
export const readCardText = (bytes: Uint8Array): CardText => {
  if (bytes.length > MAX_FILE_BYTES)
    return {
      lines: [],
      problems: [`The file has more than ${MAX_FILE_BYTES / 1024} KiB; nothing of it is taken.`],
    };
  const lines: CardLine[] = [];
  const problems: string[] = [];
  for (const [index, raw] of decodeCard(bytes)
    .split(/\r\n|\n|\r/)
    .entries()) {
    const text = raw.replaceAll('\0', '').trim();
    if (text === '' || text.startsWith('#')) continue;
    const [, name, value] = LINE.exec(text) ?? [];
    if (name === undefined || value === undefined)
      problems.push(`Line ${index + 1} is passed over: it is not of the form NAME=VALUE.`);
    else lines.push({ number: index + 1, name: name.toLowerCase().replaceAll('_', '-'), value: value.trim() });
  }
  return { lines, problems };
};
