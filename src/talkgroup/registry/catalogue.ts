// The talkgroups of this master: number, unique name, and whether they are carried.
import { AppError } from '../../base/errors.ts';
import { toOneLine } from '../../base/one-line.ts';
import { isServiceNumber, LOCAL, toPlainName } from './talkgroup-number.ts';

export interface Talkgroup {
  readonly number: number;
  readonly name: string;
  readonly enabled: boolean;
}

export interface CatalogueEntry {
  readonly number: number;
  readonly name: string;
}

/** Result of an import or a dry run. */
export interface CatalogueChange {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly deleted: number;
}

export interface Catalogue {
  get(number: number): Talkgroup | undefined;
  /** True when it is in the catalogue, enabled, and no service of the master. */
  isCarried(number: number): boolean;
  /** Ascending by number. */
  list(): readonly Talkgroup[];
  nameOf(number: number): string;
  /** @throws AppError invalid-value when the talkgroup is not in the catalogue */
  enable(number: number, enabled: boolean): void;
  /**
   * Adds and renames; deletes only with `deleteMissing`; changes nothing with `dryRun`.
   * @throws AppError invalid-value when there would be more than 5,000
   */
  merge(
    entries: readonly CatalogueEntry[],
    options: { readonly dryRun: boolean; readonly deleteMissing: boolean },
  ): CatalogueChange;
}

export const MAX_TALKGROUPS = 5000;
const MAX_NAME_LENGTH = 64;

const toName = ({ number, name }: CatalogueEntry): string => {
  const clean = toOneLine(name.normalize('NFC')).replace(/\s+/g, ' ').trim();
  return clean === '' ? toPlainName(number) : [...clean].slice(0, MAX_NAME_LENGTH).join('').trim();
};

export const createCatalogue = (options: {
  readonly talkgroups: readonly Talkgroup[];
  readonly onChange: () => void;
}): Catalogue => {
  let byNumber = new Map(options.talkgroups.map((talkgroup) => [talkgroup.number, talkgroup]));
  let sorted: readonly Talkgroup[] | undefined;

  const replace = (next: Map<number, Talkgroup>): void => {
    byNumber = next;
    sorted = undefined;
    options.onChange();
  };

  const catalogue: Catalogue = {
    get: (number) => byNumber.get(number),
    isCarried: (number) => byNumber.get(number)?.enabled === true && !isServiceNumber(number),
    list: () => {
      sorted ??= [...byNumber.values()].sort((a, b) => a.number - b.number);
      return sorted;
    },
    nameOf: (number) => byNumber.get(number)?.name ?? toPlainName(number),

    enable: (number, enabled) => {
      const talkgroup = byNumber.get(number);
      if (talkgroup === undefined) throw new AppError('invalid-value', `Talkgroup ${number} is not in the catalogue.`);
      replace(new Map(byNumber).set(number, { ...talkgroup, enabled }));
    },

    merge: (entries, { dryRun, deleteMissing }) => {
      const { next, ...counts } = merge(byNumber, entries, deleteMissing);
      if (next.size > MAX_TALKGROUPS)
        throw new AppError('invalid-value', `${next.size} talkgroups are too many; allowed: up to ${MAX_TALKGROUPS}.`);
      if (!dryRun && counts.added + counts.changed + counts.deleted > 0) replace(next);
      return counts;
    },
  };
  return catalogue;
};

const merge = (
  before: ReadonlyMap<number, Talkgroup>,
  entries: readonly CatalogueEntry[],
  deleteMissing: boolean,
): CatalogueChange & { readonly next: Map<number, Talkgroup> } => {
  const given = new Set(entries.map(({ number }) => number));
  const next = new Map([...before].filter(([number]) => !deleteMissing || given.has(number)));
  const deleted = before.size - next.size;
  const owners = new Map([...next.values()].map(({ name, number }) => [name, number]));
  const counts = { added: 0, changed: 0, unchanged: 0 };
  for (const entry of entries) {
    const { number } = entry;
    let name = toName(entry);
    // Names are unique: a repeated name gets its number appended.
    while (owners.has(name) && owners.get(name) !== number) name = `${name} (${number})`;
    const known = next.get(number);
    if (known?.name === name) {
      counts.unchanged++;
      continue;
    }
    if (known !== undefined) owners.delete(known.name);
    owners.set(name, number);
    next.set(number, { number, name, enabled: known?.enabled ?? number !== LOCAL });
    counts[known === undefined ? 'added' : 'changed']++;
  }
  return { ...counts, deleted, next };
};
