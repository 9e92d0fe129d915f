// Talkgroup lists as the networks publish them, told apart by their shape.
import { AppError } from '../../base/errors.ts';
import { isObject, type JsonObject } from '../../schema/schema.ts';
import type { CatalogueEntry } from './catalogue.ts';
import { isServiceNumber, MAX_TALKGROUP } from './talkgroup-number.ts';

interface CatalogueFile {
  readonly format: string;
  readonly entries: readonly CatalogueEntry[];
  /** Numbers of skipped entries by reason. */
  readonly skipped: Readonly<Record<string, number>>;
}

interface RawEntry {
  readonly number: unknown;
  readonly name: unknown;
  /** Set when the list itself declares that this is not a talkgroup. */
  readonly otherwise?: string;
}

interface RawFile {
  readonly format: string;
  readonly entries: readonly RawEntry[];
}

/**
 * @param text BrandMeister's object, FreeDMR's or ADN's `results`, TGIF's array or CSV, Pi-Star's TGList,
 * or the answer of list_talkgroups
 * @throws AppError invalid-value when it is none of them
 */
export const parseCatalogueFile = (text: string): CatalogueFile => {
  const bare = text.replace(/^\ufeff/, '').trim();
  const { format, entries } = /^[[{]/.test(bare) ? parseJson(bare) : parseLines(bare);
  const skipped: Record<string, number> = {};
  const kept = new Map<number, CatalogueEntry>();
  for (const raw of entries) {
    const number = toNumber(raw.number);
    const why = raw.otherwise ?? toReason(number, kept);
    if (why === undefined) kept.set(number, { number, name: typeof raw.name === 'string' ? raw.name : '' });
    else skipped[why] = (skipped[why] ?? 0) + 1;
  }
  return { format, entries: [...kept.values()], skipped };
};

const toNumber = (value: unknown): number => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^ *[0-9]{1,9} *$/.test(value) ? Number(value) : 0;
};

const toReason = (number: number, kept: ReadonlyMap<number, unknown>): string | undefined => {
  if (!Number.isInteger(number) || number < 1 || number > MAX_TALKGROUP) return 'no talkgroup number';
  if (isServiceNumber(number)) return 'service number';
  return kept.has(number) ? 'repeated' : undefined;
};

const unknownShape = (): AppError =>
  new AppError(
    'invalid-value',
    'This is no talkgroup list; allowed: BrandMeister\'s object, FreeDMR\'s or ADN\'s results, TGIF\'s array or CSV, Pi-Star\'s TGList, or an array such as [{"number":91,"name":"World"}].',
  );

const hasOnlyObjects = (list: readonly unknown[]): list is readonly JsonObject[] => list.every(isObject);

const parseJson = (text: string): RawFile => {
  const value = readJson(text);
  if (Array.isArray(value)) return parseArray(value);
  if (!isObject(value)) throw unknownShape();
  const { results } = value;
  if (Array.isArray(results) && hasOnlyObjects(results))
    return {
      format: 'FreeDMR/ADN',
      entries: results.map(({ id, callsign, name }) => ({ number: id, name: callsign ?? name })),
    };
  const entries = Object.entries(value);
  // Keys that are not numbers are skipped and counted; without any number it is another kind of list.
  if (!entries.some(([key]) => /^[0-9]+$/.test(key)) || !entries.every(([, name]) => typeof name === 'string'))
    throw unknownShape();
  return { format: 'BrandMeister', entries: entries.map(([number, name]) => ({ number, name })) };
};

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw unknownShape();
  }
};

const parseArray = (list: readonly unknown[]): RawFile => {
  if (list.length === 0 || !hasOnlyObjects(list)) throw unknownShape();
  if (list.every((entry) => 'number' in entry && 'name' in entry))
    return { format: 'list_talkgroups', entries: list.map(({ number, name }) => ({ number, name })) };
  if (list.every((entry) => 'id' in entry && 'name' in entry))
    return { format: 'TGIF', entries: list.map(({ id, name }) => ({ number: id, name })) };
  throw unknownShape();
};

const parseLines = (text: string): RawFile => {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  if (lines.length > 0 && lines.every((line) => /^[^;]*;[0-9 ]*;/.test(line)))
    return { format: 'Pi-Star TGList', entries: lines.map(toTgListEntry) };
  const [header = '', ...rows] = lines;
  const hasHeader = !/^"? *[0-9]/.test(header);
  const isCsv = (line: string): boolean => toCsvFields(line).length >= 2;
  if (lines.length === 0 || (hasHeader && !/\b(?:tg|talkgroup|number|id)\b/i.test(header)) || !lines.every(isCsv))
    throw unknownShape();
  const entries = (hasHeader ? rows : lines).map(toCsvFields).map(([number, name]) => ({ number, name }));
  return { format: 'CSV', entries };
};

// Dest ID;Option;Name;Description. Option 1 is a reflector, 2 a private call.
const toTgListEntry = (line: string): RawEntry => {
  const [number, option = '', name = '', description] = line.split(';');
  return {
    number,
    name: name.trim() === '' ? description : name,
    ...(option.trim() === '0' ? {} : { otherwise: 'reflector or private call' }),
  };
};

const toCsvFields = (line: string): readonly string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain = '']) =>
    (quoted?.replaceAll('""', '"') ?? plain).trim(),
  );
