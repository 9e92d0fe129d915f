// Maps upload names to file names in the clips folder; reserves our own.

/** Most file systems allow names of 255 bytes. */
const MAX_NAME_BYTES = 255;
const NAMELESS = 'clip';

/** Our own files, never clips: running uploads and conversions, clips whose removal is not finished, and those of a restore. */
export const UPLOAD_PREFIX = '.upload-';
export const CONVERT_PREFIX = '.convert-';
export const TRASH_PREFIX = '.trash-';
/** Staged files carry the token of their plan: the id of the process that wrote them, and a random part. */
export const STAGED = /^\.restore-(([0-9]{1,10})-[0-9a-f]{8})-[0-9]{1,6}$/;

export const isOwnFile = (name: string): boolean =>
  STAGED.test(name) || [UPLOAD_PREFIX, CONVERT_PREFIX, TRASH_PREFIX].some((prefix) => name.startsWith(prefix));

/** Hidden files are never clips. */
export const isHidden = (name: string): boolean => name.startsWith('.');

const byteLength = (text: string): number => Buffer.byteLength(text, 'utf8');

/** Control characters, line separators, lone surrogates and bidirectional controls. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const LEADING = /^[\s.-]+/u;
const EXTENSION = /\.[A-Za-z0-9]{1,8}$/;

const splitExtension = (name: string): readonly [stem: string, extension: string] => {
  const extension = EXTENSION.exec(name)?.[0] ?? '';
  return [name.slice(0, name.length - extension.length), extension];
};

/** The longest prefix that fits; never half a character. */
const cut = (text: string, bytes: number): string => {
  if (byteLength(text) <= bytes) return text;
  let room = bytes;
  let kept = '';
  for (const character of text) {
    room -= byteLength(character);
    if (room < 0) break;
    kept += character;
  }
  return kept.trimEnd();
};

/**
 * The file name of an upload: NFC, spaces and all of Unicode are kept; path parts, control characters,
 * leading dots and dashes, and white space at the ends are removed.
 * @returns 1 to 255 bytes in UTF-8, never hidden, with its original extension
 */
export const toFileName = (given: string): string => {
  const parts = given.split(/[/\\]/).filter((part) => part.trim() !== '');
  const name = (parts.at(-1) ?? '').replace(UNPRINTABLE, '').normalize('NFC').trim();
  const [rawStem, extension] = splitExtension(name);
  const stem = cut(rawStem.replace(LEADING, ''), MAX_NAME_BYTES - byteLength(extension));
  return `${stem === '' ? NAMELESS : stem}${extension}`;
};

/** ` (2)`, ` (3)`… before the extension; the stem is shortened when the name gets too long. */
export const toNumberedName = (name: string, number: number): string => {
  if (number < 2) return name;
  const [stem, extension] = splitExtension(name);
  const suffix = ` (${number})${extension}`;
  return `${cut(stem, MAX_NAME_BYTES - byteLength(suffix))}${suffix}`;
};
