// Keeps the tail of mpv's stdout and stderr; mpv prints errors on stdout.
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

const MAX_LINES = 10;

/** mpv 0.35 complains of every packet that an edit list skips, although it skips it. */
const NOISE = 'Edit lists are not correctly supported';

/** Reads to the end, because a full pipe blocks mpv; or as far as it can be read. */
export const collectTail = (input: Readable, tail: string[]): void => {
  const lines = createInterface({ input });
  lines.on('line', (line) => {
    if (line.includes(NOISE)) return;
    tail.push(line.slice(0, 300));
    if (tail.length > MAX_LINES) tail.shift();
  });
  // It passes on what the stream reports.
  lines.on('error', () => undefined);
};
