// Maps upload names to file names in the clips folder; reserves our own.

/** Most file systems take 255 bytes in a name. */
const MAX_NAME_BYTES = 255;
const NAMELESS = 'clip';

/** Files under these names are ours and never clips: uploads under way, and clips whose removal is not finished. */
export const UPLOAD_PREFIX = '.upload-';
export const TRASH_PREFIX = '.trash-';

/** Hidden files are nobody's clips. */
export const isHidden = (name: string): boolean => name.startsWith('.');

const byteLength = (text: string): number => Buffer.byteLength(text, 'utf8');

/** Control characters, line separators, halves of characters, and what turns the reading direction of a name around. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const LEADING = /^[\s.-]+/u;
const EXTENSION = /\.[A-Za-z0-9]{1,8}$/;

const splitExtension = (name: string): readonly [stem: string, extension: string] => {
  const extension = EXTENSION.exec(name)?.[0] ?? '';
  return [name.slice(0, name.length - extension.length), extension];
};

/** The longest beginning that has room; never half a character. */
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
 * The name under which an upload is kept: NFC, spaces and all of Unicode stay; path parts, control characters,
 * leading dots and dashes and white space at the ends go.
 * @returns 1 to 255 bytes in UTF-8, never hidden, with the extension it came with
 */
export const toFileName = (given: string): string => {
  const parts = given.split(/[/\\]/).filter((part) => part.trim() !== '');
  const name = (parts.at(-1) ?? '').replace(UNPRINTABLE, '').normalize('NFC').trim();
  const [rawStem, extension] = splitExtension(name);
  const stem = cut(rawStem.replace(LEADING, ''), MAX_NAME_BYTES - byteLength(extension));
  return `${stem === '' ? NAMELESS : stem}${extension}`;
};

/** ` (2)`, ` (3)`… before the extension; the stem gives way where that gets too long. */
export const toNumberedName = (name: string, number: number): string => {
  if (number < 2) return name;
  const [stem, extension] = splitExtension(name);
  const suffix = ` (${number})${extension}`;
  return `${cut(stem, MAX_NAME_BYTES - byteLength(suffix))}${suffix}`;
};
