// The forms that parameters of commands may have, and the check of a whole payload against them.
import { AppError } from '../../base/errors.ts';
import { quote } from '../../base/quote.ts';
import { CommandError } from '../command-error.ts';

/** `allowed` completes the sentence "allowed: …"; `parse` gives undefined for what is not of the form. */
export interface Parameter<Value> {
  readonly allowed: string;
  readonly isOptional: boolean;
  readonly parse: (text: string) => Value | undefined;
}

export type ParameterTable = Readonly<Record<string, Parameter<unknown>>>;

export type ValuesOf<Table extends ParameterTable> = {
  readonly [Name in keyof Table]: Table[Name] extends Parameter<infer Value> ? Value : never;
};

const needed = <Value>(allowed: string, parse: Parameter<Value>['parse']): Parameter<Value> => ({
  allowed,
  isOptional: false,
  parse,
});

export const optional = <Value>({ allowed, parse }: Parameter<Value>): Parameter<Value | undefined> => ({
  allowed,
  isOptional: true,
  parse,
});

const toDecimal = (text: string): number | undefined =>
  /^[0-9]{1,12}(\.[0-9]{1,9})?$/.test(text) ? Number(text) : undefined;

export const CLIP_WORD = needed('the id or the name of a clip', (text) => (text === '' ? undefined : text));
export const CLIP_NUMBER = needed('a whole number of 1 to 6 digits', (text) =>
  /^[0-9]{1,6}$/.test(text) ? Number(text) : undefined,
);
export const SECONDS = needed('seconds as a plain decimal number, such as 12 or 12.345', toDecimal);
export const PERCENT = needed('a plain decimal number from 0 to 100', (text) => {
  const percent = toDecimal(text);
  return percent !== undefined && percent <= 100 ? percent : undefined;
});
export const FLAG = needed('true, false, 1, 0, on or off', (text) => {
  if (['true', '1', 'on'].includes(text)) return true;
  return ['false', '0', 'off'].includes(text) ? false : undefined;
});
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;
/** Seconds since 1970. */
export const INSTANT = needed(
  'a time of day with its zone, such as 2026-05-01T20:15:00.500Z, or seconds since 1970',
  (text) => {
    if (!ISO.test(text)) return toDecimal(text);
    const milliseconds = Date.parse(text);
    return Number.isNaN(milliseconds) ? undefined : milliseconds / 1000;
  },
);

/**
 * Every parameter of the table, parsed; others are ignored.
 * @param payload empty, a JSON object, or the plain value of the first parameter
 * @throws CommandError `malformed-request`; AppError `missing-parameter`, `invalid-value`
 */
export const parsePayload = <Table extends ParameterTable>(table: Table, payload: Buffer): ValuesOf<Table> => {
  const given = toFields(table, toText(payload));
  const entries = Object.entries(table).map(([name, parameter]) => [name, parseOne(name, parameter, given[name])]);
  return Object.fromEntries(entries) as ValuesOf<Table>;
};

const toText = (payload: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(payload).trim();
  } catch {
    throw new CommandError('malformed-request', 'The payload is no UTF-8 text.');
  }
};

const toFields = (table: ParameterTable, text: string): Readonly<Record<string, unknown>> => {
  if (text.startsWith('{')) {
    const fields = parseJson(text);
    if (fields !== undefined) return fields;
    throw new CommandError('malformed-request', `${quote(text)} is no JSON object.`);
  }
  const [first] = Object.keys(table);
  return text === '' || first === undefined ? {} : { [first]: text };
};

const parseJson = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
};

const parseOne = (name: string, { allowed, isOptional, parse }: Parameter<unknown>, given: unknown): unknown => {
  if (given === undefined || given === null) {
    if (isOptional) return undefined;
    throw new AppError('missing-parameter', `${name} is missing; allowed: ${allowed}.`);
  }
  const value = typeof given === 'object' ? undefined : parse(String(given));
  if (value !== undefined) return value;
  const shown = typeof given === 'object' ? JSON.stringify(given) : String(given);
  throw new AppError('invalid-value', `${name}=${quote(shown)} is refused; allowed: ${allowed}.`);
};
