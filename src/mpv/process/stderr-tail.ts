// Keeps the tail of mpv's stdout and stderr; mpv prints errors on stdout.
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

const MAX_LINES = 10;

/** mpv 0.35 complains of every packet that an edit list skips, although it skips it. */
const NOISE = 'Edit lists are not correctly supported';

/** Reads to the end, because a full pipe blocks mpv. */
export const collectTail = (input: Readable, tail: string[]): void => {
  createInterface({ input }).on('line', (line) => {
    if (line.includes(NOISE)) return;
    tail.push(line.slice(0, 300));
    if (tail.length > MAX_LINES) tail.shift();
  });
};
