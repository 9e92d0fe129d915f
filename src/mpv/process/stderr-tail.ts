// What an mpv said last, on either output: it prints its errors on standard output.
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

const KEPT_LINES = 10;

/** Reads to the end, since an unread pipe freezes mpv. */
export const keepWords = (input: Readable, words: string[]): void => {
  createInterface({ input }).on('line', (line) => {
    words.push(line.slice(0, 300));
    if (words.length > KEPT_LINES) words.shift();
  });
};
