// OSC addresses: one for each row of the table of actions, with its parameters as arguments in their order.
import type { Action, ActionContext, ClipPick, Parameter } from '../actions/action.ts';
import { AppError } from '../base/errors.ts';
import { quoteValue } from '../base/quote.ts';
import { clipAt } from '../deck/clips/clip-list.ts';
import { type Mode, type Schema, whole } from '../schema/schema.ts';

export type OscValue = number | string | boolean;

/** Prefix of all our addresses. */
export const OSC_ROOT = '/cuedeck/';

/** A clip is given by its number in the list. */
const CLIP: Parameter = { name: 'number', shape: whole(), isOptional: false };

export const toArguments = ({ clip, parameters }: Action): readonly Parameter[] =>
  clip === undefined ? parameters : [{ ...CLIP, isOptional: clip === 'or-none' }, ...parameters];

/** The rows that have an address: commands are not answered, so read-only rows have none. */
export const toOscActions = (actions: readonly Action[]): readonly Action[] => actions.filter(({ changes }) => changes);

/** Ignores case. */
export const findOscAction = (actions: readonly Action[], address: string): Action | undefined =>
  toOscActions(actions).find(({ name }) => OSC_ROOT + name === address.toLowerCase());

/** A 32-bit float has about 7 digits; rounds to these and to thousandths. */
const roundFloat = (value: number): number =>
  Math.abs(value) < 10_000 ? Number(value.toPrecision(7)) : Math.round(value * 1000) / 1000;

/** OSC clients send numbers as floats, and 1 or 0 for true or false. */
const toValue = ({ schema }: Schema<unknown>, value: OscValue | undefined): unknown => {
  if (schema.type === 'boolean' && (value === 0 || value === 1)) return value === 1;
  return schema.type === 'number' && typeof value === 'number' ? roundFloat(value) : value;
};

const toMode = (address: string): Mode => ({
  ignoresUnknownKeys: false,
  reject: ({ name, value, allowed }) => {
    if (value === undefined) throw new AppError('missing-parameter', `${address} needs ${allowed}.`);
    throw new AppError('invalid-value', `${name}=${quoteValue(value)} is refused; allowed: ${allowed}.`);
  },
});

/**
 * Executes a message.
 * @throws AppError `missing-parameter`, `invalid-value`, and errors of the deck
 */
export const runOscMessage = async (
  actions: readonly Action[],
  context: ActionContext,
  address: string,
  given: readonly OscValue[],
): Promise<void> => {
  const row = findOscAction(actions, address);
  if (row === undefined) throw new AppError('invalid-value', `${quoteValue(address)} is not known.`);
  const wanted = toArguments(row);
  // The release of a button.
  if (wanted.length === 0 && (given[0] === 0 || given[0] === false)) return;
  // A text in the place of an optional clip is the argument after it.
  const placed = row.clip === 'or-none' && typeof given[0] === 'string' ? [undefined, ...given] : given;
  const values = wanted.map(({ name, shape, isOptional }, index) => {
    const value = toValue(shape, placed[index]);
    // The first one is what the verb is about.
    return isOptional && value === undefined
      ? value
      : shape.parse(value, index === 0 ? row.name : name, toMode(address));
  });
  const number = row.clip === undefined ? undefined : values.shift();
  return row.run(context, {
    values: Object.fromEntries(row.parameters.map(({ name }, index) => [name, values[index]])),
    ...(typeof number === 'number' && { pick: toPick(number) }),
  });
};

const toPick =
  (number: number): ClipPick =>
  (clips) =>
    clipAt(clips, number);
