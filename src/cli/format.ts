// Formats times, sizes and tables for a terminal.
import { UNPRINTABLE } from '../base/one-line.ts';
import { CliError, EXIT } from './cli-error.ts';

/** A mark for each character of a foreign name that would act on the terminal, or reverse its line. */
export const toPrintable = (text: string): string => text.replace(UNPRINTABLE, '\ufffd');

/** `0:03.480`, `1:02:03.000`. */
export const toTimeText = (seconds: number): string => {
  const thousandths = Math.round(seconds * 1000);
  const [hours, minutes] = [Math.floor(thousandths / 3_600_000), Math.floor(thousandths / 60_000) % 60];
  const rest = ((thousandths % 60_000) / 1000).toFixed(3).padStart(6, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
};

/**
 * Seconds of `75`, `75.5`, `1:15.5` or `1:02:03`.
 * @throws CliError
 */
export const parseTime = (text: string): number => {
  const [, hours, minutes, seconds] = /^(?:(?:(\d{1,4}):)?(\d{1,6}):)?(\d{1,9}(?:\.\d{1,9})?)$/.exec(text) ?? [];
  if (seconds === undefined || (minutes !== undefined && Number(seconds) >= 60)) {
    throw new CliError(EXIT.usage, `${JSON.stringify(text)} is not a time. Write seconds, such as 75.5, or 1:15.5.`);
  }
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds);
};

const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;

/** `512 bytes`, `1.5 GB`. */
export const toSizeText = (bytes: number): string => {
  let [value, unit] = [bytes, 'bytes'];
  for (const next of UNITS) {
    if (value < 999.95) break;
    [value, unit] = [value / 1000, next];
  }
  return unit === 'bytes' ? `${bytes} bytes` : `${value.toFixed(1)} ${unit}`;
};

/** Longer cells make a table hard to read. */
const WIDEST_CELL = 40;

const toCell = (text: string): string => {
  const printable = toPrintable(text);
  if (toWidth(printable) <= WIDEST_CELL) return printable;
  let kept = '';
  for (const { segment } of new Intl.Segmenter('en').segment(printable)) {
    if (toWidth(kept + segment) >= WIDEST_CELL) break;
    kept += segment;
  }
  return `${kept}…`;
};

/** Rows under each other, columns two spaces apart. */
export const toTable = (rows: readonly (readonly string[])[], toText = toCell): readonly string[] => {
  const printable = rows.map((row) => row.map(toText));
  const widths = (printable[0] ?? []).map((_cell, column) =>
    Math.max(...printable.map((row) => toWidth(row[column] ?? ''))),
  );
  return printable.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - toWidth(cell)))
      .join('  ')
      .trimEnd(),
  );
};

const WIDE = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}/u;

/** Width of a text in columns: East Asian characters and emoji take two. */
const toWidth = (text: string): number => {
  let width = 0;
  for (const { segment } of new Intl.Segmenter('en').segment(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
};
