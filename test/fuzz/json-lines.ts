// Streams of lines made at random, cut at any byte, and what must hold when they are read.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLineReader } from '../../src/mpv/ipc/json-lines.ts';
import { createRandom, mutated, type Random } from './random.ts';

/** Streams whose characters are bytes, one to one. */
export const LINES_CORPUS: readonly string[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'corpus/json-lines.json'), 'utf8'),
);

const PIECES: readonly string[] = [
  ...['\n', '\n', '\r\n', '\r', ' ', '\t', '\0', '{', '}', '[', ']', '"', ':', ',', '\\', '\\u', '\\ud800', '\\"'],
  ...['{}', '{"event":"file-loaded"}', '{"request_id":1,"error":"success"}', '"event"', '"data":', '"name":"time-pos"'],
  ...['null', 'true', '1e999', '-0', '1', '[]', '[{}]', '""', '"\\n"', '{"__proto__":1}'],
  ...['\xc3', '\xa9', '\xc3\xa9', '\xf0\x9f\x8e\xac', '\xf0\x9f', '\xff', '\xfe', '\xef\xbb\xbf'],
];

/** Pieces in a row, or a stream of the corpus with a few changes. */
export const randomLines = (random: Random): string =>
  random.int(2) === 0 ? random.text(PIECES, 24) : mutated(random, random.pick(LINES_CORPUS), PIECES);

interface Reading {
  readonly objects: readonly string[];
  readonly bad: number;
}

const read = (chunks: readonly Buffer[]): Reading => {
  const objects: string[] = [];
  let bad = 0;
  const take = createLineReader(
    (object) => objects.push(JSON.stringify(object)),
    () => {
      bad += 1;
    },
  );
  for (const chunk of chunks) take(chunk);
  return { objects, bad };
};

/** Told in another way than the reader does: the whole stream at once, what follows its last line feed left out. */
const expected = (stream: Buffer): Reading => {
  const lines = stream.toString('latin1').split('\n').slice(0, -1);
  const objects: string[] = [];
  let bad = 0;
  for (const line of lines) {
    const text = Buffer.from(line, 'latin1').toString('utf8');
    if (/^\s*$/u.test(text)) continue;
    try {
      const value: unknown = JSON.parse(text);
      if (Object.prototype.toString.call(value) === '[object Object]') objects.push(JSON.stringify(value));
      else bad += 1;
    } catch {
      bad += 1;
    }
  }
  return { objects, bad };
};

const cut = (random: Random, stream: Buffer): readonly Buffer[] => {
  const chunks: Buffer[] = [];
  for (let start = 0; start < stream.length; ) {
    const end = start + random.int(9);
    chunks.push(stream.subarray(start, end));
    start = end;
  }
  return chunks;
};

/** What does not hold when the stream arrives in pieces; undefined when all is well. */
export const wrongWithLines = (text: string): string | undefined => {
  const stream = Buffer.from(text, 'latin1');
  const wanted = JSON.stringify(expected(stream));
  const byte = Array.from(stream, (_byte, at) => stream.subarray(at, at + 1));
  for (const chunks of [[stream], byte, cut(createRandom(stream.length), stream)]) {
    const result = JSON.stringify(read(chunks));
    if (result !== wanted) return `in ${chunks.length} pieces it reads ${result}, not ${wanted}`;
  }
  return undefined;
};
