// Draws a text and a time over the middle of the picture, no larger than a window of any shape, and as it is turned.
import type { Rotation } from '../deck/output.ts';
import { isSameLines, NO_LINES, type OverlayLines } from '../deck/overlay/overlay-lines.ts';
import type { JsonObject } from './ipc/json-lines.ts';
import { toPlainText } from './osd-overlay.ts';

/** Over the texts and the cover, below the master's fade. */
const ID = 4;
const Z = 2;
/** The height of the window; its width comes from that, with square pixels. */
const HEIGHT = 720;
const DEFAULT_ASPECT = 16 / 9;

/** Shares of the window. */
const MAX_WIDTH = 0.9;
const TIME_HEIGHT = 0.25;
const TEXT_HEIGHT = 0.22;
const TEXT_ALONE_HEIGHT = 0.44;
const MAX_TEXT_SIZE = 0.11;
const MIN_SIZE = 6;
/** Distance of lines, in font sizes. */
const LINE = 1.15;
const DIGIT = 0.68;

interface Window {
  /** Pixels; 0: not known. */
  readonly width: number;
  readonly height: number;
  readonly rotationDegrees: Rotation;
}

const NARROW = /[ilj.,:;'|! ()[\]]/;
const WIDE = /[mwMW@%\u2014\u2026]/;

/** In font sizes, rather too wide: which font draws it is not known. */
const widthOf = (character: string): number => {
  const code = character.codePointAt(0) ?? 0;
  if (/\p{M}/u.test(character)) return 0;
  if (NARROW.test(character)) return 0.4;
  if (WIDE.test(character)) return 1;
  if (code >= 0xfb50 && code <= 0xfdff) return 8;
  if (code >= 0x0590) return 1.1;
  if (code >= 0x0250) return 0.9;
  return /\p{Lu}/u.test(character) ? 0.8 : 0.68;
};

const lengthOf = (text: string): number => [...text].reduce((sum, character) => sum + widthOf(character), 0);

/** Pieces of a word that is too long for a line. */
const toPieces = (word: string, longest: number): readonly string[] => {
  const pieces = [''];
  for (const character of word) {
    const last = pieces.at(-1) ?? '';
    if (last !== '' && lengthOf(last + character) > longest) pieces.push(character);
    else pieces[pieces.length - 1] = last + character;
  }
  return pieces;
};

const toWrapped = (text: string, longest: number): readonly string[] => {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).flatMap((each) => toPieces(each, longest))) {
    const last = lines.at(-1);
    if (last !== undefined && lengthOf(`${last} ${word}`) <= longest) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
};

/** The largest size in which a text fits, and its lines. */
const toFitted = (text: string, width: number, height: number, largest: number) => {
  for (let size = Math.floor(largest); ; size -= 1) {
    const lines = toWrapped(text, width / size);
    const isFitting = lines.length * LINE * size <= height && lines.every((line) => lengthOf(line) * size <= width);
    if (isFitting || size <= MIN_SIZE) return { size, lines };
  }
};

const toEvent = ({ text, time }: OverlayLines, across: number, down: number): string => {
  const width = across * MAX_WIDTH;
  const blocks: string[] = [];
  const add = (size: number, lines: readonly string[]): void => {
    for (const line of lines) blocks.push(`{\\fs${size}}${toPlainText(line)}`);
  };
  if (text !== '') {
    const height = down * (time === '' ? TEXT_ALONE_HEIGHT : TEXT_HEIGHT);
    const { size, lines } = toFitted(text, width, height, down * MAX_TEXT_SIZE);
    add(size, lines);
  }
  if (time !== '') add(Math.floor(Math.min(down * TIME_HEIGHT, width / (time.length * DIGIT))), [time]);
  return blocks.join('\\N');
};

export const toOverlayCommand = (lines: OverlayLines, { width, height, rotationDegrees }: Window): JsonObject => {
  if (isSameLines(lines, NO_LINES)) return { name: 'osd-overlay', id: ID, format: 'none', data: '' };
  const canvas = HEIGHT * (width > 0 && height > 0 ? width / height : DEFAULT_ASPECT);
  const isOnItsSide = rotationDegrees % 180 !== 0;
  const [across, down] = isOnItsSide ? [HEIGHT, canvas] : [canvas, HEIGHT];
  // ASS turns against the clock.
  const turn = rotationDegrees === 0 ? '' : `\\frz${-rotationDegrees}`;
  const style = '\\q2\\bord4\\shad0\\1c&HFFFFFF&\\3c&H000000&';
  return {
    name: 'osd-overlay',
    ...{ id: ID, z: Z },
    format: 'ass-events',
    data: `{\\an5\\pos(${Math.round(canvas / 2)},${HEIGHT / 2})${turn}${style}}${toEvent(lines, across, down)}`,
    ...{ res_x: 0, res_y: HEIGHT },
  };
};
