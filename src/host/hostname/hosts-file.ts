// The machine's own line in /etc/hosts, rewritten as text: every other line keeps its bytes.

/** The address that Debian gives the machine's own name. */
export const OWN_ADDRESS = '127.0.1.1';
const LOCALHOST_ADDRESS = '127.0.0.1';

/** What resolvers treat as space; this includes a carriage return before the line feed. */
const SPACE = /[ \t\v\f\r]+/;

/** A parsed line, without its line feed. */
interface HostsLine {
  readonly names: readonly string[];
  /** From the `#` on. */
  readonly comment: string;
  /** All before the comment. */
  readonly entry: string;
}

const parseLine = (text: string): HostsLine => {
  const hash = text.indexOf('#');
  const entry = hash < 0 ? text : text.slice(0, hash);
  return { entry, names: entry.split(SPACE).filter((word) => word !== ''), comment: hash < 0 ? '' : text.slice(hash) };
};

const addressOf = (text: string): string | undefined => parseLine(text).names[0];

/** The line with other names; address, spaces and comment stay. */
const withNames = (text: string, names: readonly string[]): string => {
  const { entry, comment } = parseLine(text);
  const afterAddress = entry.indexOf(OWN_ADDRESS) + OWN_ADDRESS.length;
  const firstWord = skipSpace(entry, afterAddress);
  const space = firstWord > afterAddress && firstWord < entry.length ? entry.slice(afterAddress, firstWord) : '\t';
  const end = entry.slice(Math.max(afterAddress, endOfNames(entry)));
  return `${entry.slice(0, afterAddress)}${space}${names.join(' ')}${end}${comment}`;
};

const isSpace = (text: string, at: number): boolean => SPACE.test(text.charAt(at));

const skipSpace = (text: string, from: number): number => {
  let at = from;
  while (at < text.length && isSpace(text, at)) at += 1;
  return at;
};

const endOfNames = (text: string): number => {
  let end = text.length;
  while (end > 0 && isSpace(text, end - 1)) end -= 1;
  return end;
};

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)];

/** Names on the lines of 127.0.1.1, each once. */
export const ownNames = (text: string): readonly string[] =>
  unique(
    text.split('\n').flatMap((line) => {
      const [address, ...names] = parseLine(line).names;
      return address === OWN_ADDRESS ? names : [];
    }),
  );

/**
 * The text with exactly one line of 127.0.1.1, which has `names`. Further ones are removed, their comments stay.
 * A missing line is inserted after that of 127.0.0.1, else at the end.
 * @param names at least one
 */
export const withOwnNames = (text: string, names: readonly string[]): string => {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => addressOf(line) === OWN_ADDRESS);
  if (first < 0) return insertLine(lines, names).join('\n');
  return lines
    .flatMap((line, index) => {
      if (index === first) return [withNames(line, names)];
      const { names: words, comment } = parseLine(line);
      if (words[0] !== OWN_ADDRESS) return [line];
      return comment === '' ? [] : [comment];
    })
    .join('\n');
};

const insertLine = (lines: readonly string[], names: readonly string[]): readonly string[] => {
  const isWithFinalFeed = lines.at(-1) === '';
  const localhost = lines.findLastIndex((line) => addressOf(line) === LOCALHOST_ADDRESS);
  const at = localhost >= 0 ? localhost + 1 : lines.length - (isWithFinalFeed ? 1 : 0);
  const end = lines[at - 1]?.endsWith('\r') ? '\r' : '';
  const after = lines.slice(at);
  return [...lines.slice(0, at), `${OWN_ADDRESS}\t${names.join(' ')}${end}`, ...(after.length > 0 ? after : [''])];
};

/**
 * Names after a rename: replaces the former name, also at the start of a longer one (`former.lan`).
 * Other names stay.
 */
export const renameOwn = (names: readonly string[], former: string, next: string): readonly string[] => {
  const renamed = names.map((name) => {
    const lower = name.toLowerCase();
    if (lower === former.toLowerCase()) return next;
    return lower.startsWith(`${former.toLowerCase()}.`) ? `${next}${name.slice(former.length)}` : name;
  });
  return unique([...renamed, next]);
};

/** Names during a rename: the machine resolves by both. */
export const bothNames = (names: readonly string[], former: string, next: string): readonly string[] =>
  unique([...renameOwn(names, former, next), ...names]);
