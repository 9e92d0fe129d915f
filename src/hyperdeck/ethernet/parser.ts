// Reads a request against the table of commands: names with spaces in them, values with colons in them.
import { CommandError } from '../response-codes.ts';
import type { Incoming } from './request-reader.ts';

/** A command's name and the names of its parameters, lower-case. */
export interface CommandForm {
  readonly name: string;
  /** Undefined: the rest of the line is ignored. */
  readonly parameters: readonly string[] | undefined;
}

interface ParsedCommand<Form extends CommandForm> {
  readonly form: Form;
  /** By parameter name. */
  readonly values: ReadonlyMap<string, string>;
}

/** The parameter that takes the rest of a line, since a file name may contain anything. */
const LAST_PARAMETER = 'name';
/** Parameters with free text: colons are allowed up to the next known parameter; elsewhere a colon marks an unknown parameter. */
const TEXT_PARAMETERS: readonly string[] = [LAST_PARAMETER, 'record prefix'];

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/;

const byLength = (one: string, other: string): number => other.length - one.length;

/** Start of a parameter on a line with others: its name, a colon and a space. */
const createParameterPattern = (parameters: readonly string[]): RegExp =>
  new RegExp(`(?<=^|\\s)(${[...parameters].sort(byLength).join('|')}):(?=\\s|$)`, 'gi');

/** Hand-written controllers omit the space, or write `enable true`. */
const createLooseForm = (parameters: readonly string[]): RegExp =>
  new RegExp(`^(${[...parameters].sort(byLength).join('|')})(?::|\\s+)(\\S+)$`, 'i');

const add = (values: Map<string, string>, name: string, text: string): void => {
  const key = name.toLowerCase();
  if (values.has(key)) throw new CommandError(100, `${key} is given twice`);
  // A name is kept byte for byte, except for the protocol's space.
  const value = key === LAST_PARAMETER ? text.replace(/^ /, '') : text.trim();
  // A lone carriage return would be a line end for other clients.
  if (CONTROL_CHARACTERS.test(value.trim())) throw new CommandError(102, `${key} has a control character`);
  values.set(key, value);
};

const reject = (text: string): never => {
  throw text.includes(':')
    ? new CommandError(101, `${JSON.stringify(text)} has no parameter of this command`)
    : new CommandError(100, `${JSON.stringify(text)} is no parameter`);
};

const NOTHING: ReadonlyMap<string, string> = new Map();

const parseOnOneLine = (rest: string, { parameters }: CommandForm): ReadonlyMap<string, string> => {
  if (parameters === undefined) return NOTHING;
  if (parameters.length === 0) return reject(rest);
  const values = new Map<string, string>();
  const starts = [...rest.matchAll(createParameterPattern(parameters))];
  if (starts[0]?.index !== 0) {
    const [, name, value] = createLooseForm(parameters).exec(rest.trimEnd()) ?? [];
    if (name === undefined || value === undefined) return reject(rest);
    add(values, name, value);
    return values;
  }
  for (const [number, start] of starts.entries()) {
    const name = start[1] ?? '';
    const from = start.index + start[0].length;
    const isLast = name.toLowerCase() === LAST_PARAMETER;
    const isText = TEXT_PARAMETERS.includes(name.toLowerCase());
    const value = rest.slice(from, isLast ? undefined : starts[number + 1]?.index);
    if (!isText && /:(\s|$)/.test(value)) reject(value.trim());
    add(values, name, value);
    if (isLast) break;
  }
  return values;
};

const parseLines = (lines: readonly string[], { parameters }: CommandForm): ReadonlyMap<string, string> => {
  if (parameters === undefined) return NOTHING;
  const values = new Map<string, string>();
  const sorted = [...parameters].sort(byLength);
  for (const line of lines) {
    const name = sorted.find((known) => line.toLowerCase().startsWith(`${known}:`));
    if (name === undefined) reject(line);
    else add(values, name, line.slice(name.length + 1));
  }
  return values;
};

/** Makes the parser of a table of commands. */
export const createParser = <Form extends CommandForm>(
  forms: readonly Form[],
): ((incoming: Incoming) => ParsedCommand<Form>) => {
  const byName = new Map(forms.map((form) => [form.name, form]));
  const names = [...byName.keys()].sort(byLength);

  const find = (name: string): Form => {
    const form = byName.get(name.toLowerCase());
    if (form === undefined) throw new CommandError(100, `there is no command ${JSON.stringify(name.slice(0, 80))}`);
    return form;
  };

  /** @throws CommandError 100, 101, 102 for a value that a line cannot carry */
  return (incoming) => {
    if (incoming.kind === 'too-long') throw new CommandError(100, 'the line is too long');
    if (incoming.kind === 'block') {
      const form = find(incoming.command);
      return { form, values: parseLines(incoming.lines, form) };
    }
    const { text } = incoming;
    if (!text.includes(':')) return { form: find(text.trim()), values: NOTHING };
    const lower = text.toLowerCase();
    const name = names.find((known) => lower.startsWith(`${known}:`));
    if (name === undefined) return { form: find(text.trim()), values: NOTHING };
    const form = find(name);
    return { form, values: parseOnOneLine(text.slice(name.length + 1).trimStart(), form) };
  };
};
