// Parameter types of the control API and the check of a whole query.
import { AppError } from '../../base/errors.ts';
import { quote } from '../../base/quote.ts';
import type { Query } from '../query.ts';

/** `allowed` completes the sentence "allowed: …"; `parse` returns undefined for an invalid value. */
interface Parameter<Value> {
  readonly allowed: string;
  readonly parse: (text: string) => Value | undefined;
}

export type ParameterTable = Readonly<Record<string, Parameter<unknown>>>;

export type ValuesOf<Table extends ParameterTable> = {
  readonly [Name in keyof Table]: Table[Name] extends Parameter<infer Value> ? Value : never;
};

/** CLIP_ID, a position in the clip list. */
export const CLIP_INDEX: Parameter<number> = {
  allowed: 'a whole number of 1 to 6 digits',
  parse: (text) => (/^[0-9]{1,6}$/.test(text) ? Number(text) : undefined),
};

/** Seconds, 0 or more. */
export const SECONDS: Parameter<number> = {
  allowed: 'seconds as a plain decimal number, such as 12 or 12.345',
  parse: (text) => (/^[0-9]{1,9}(\.[0-9]{1,9})?$/.test(text) ? Number(text) : undefined),
};

export const FLAG: Parameter<boolean> = {
  allowed: 'true, false, 1 or 0',
  parse: (text) => {
    if (text === 'true' || text === '1') return true;
    return text === 'false' || text === '0' ? false : undefined;
  },
};

/** Any text; the deck or the machine validates it. */
export const TEXT: Parameter<string> = {
  allowed: 'text as percent-encoded UTF-8 (a percent sign is %25)',
  parse: (text) => text,
};

const MAX_QUOTED = 3;

/**
 * Parses all parameters of the table; others in the query are ignored.
 * @throws AppError `missing-parameter`, `repeated-parameter`, `invalid-value`
 */
export const parseParameters = <Table extends ParameterTable>(table: Table, query: Query): ValuesOf<Table> => {
  const entries = Object.entries(table).map(([name, parameter]) => [name, parseOne(name, parameter, query)]);
  return Object.fromEntries(entries) as ValuesOf<Table>;
};

const parseOne = (name: string, { allowed, parse }: Parameter<unknown>, query: Query): unknown => {
  const values = query.get(name);
  if (values === undefined) throw new AppError('missing-parameter', `${name} is missing; allowed: ${allowed}.`);
  if (values.length > 1) {
    const given = values.slice(0, MAX_QUOTED).map(toQuoted).join(', ');
    throw new AppError('repeated-parameter', `${name} is given ${values.length} times (${given}); allowed: once.`);
  }
  const [text] = values;
  const value = text === undefined ? undefined : parse(text);
  if (value === undefined) {
    throw new AppError('invalid-value', `${name}=${toQuoted(text)} is refused; allowed: ${allowed}.`);
  }
  return value;
};

const toQuoted = (value: string | undefined): string =>
  value === undefined ? '(no percent-encoded UTF-8)' : quote(value);
