// What a row of the command table is made of.
import type { Deck } from '../../deck/deck.ts';
import type { ClipFiles, Machine } from '../../deck/ports.ts';
import type { HyperDeckDevice } from '../device/device.ts';
import { CommandError } from '../response-codes.ts';
import type { NoticeKey } from './notifications.ts';
import type { CommandForm } from './parser.ts';

/** Dependencies of the commands. */
export interface CommandContext {
  readonly hyperDeck: HyperDeckDevice;
  readonly deck: Deck;
  readonly machine: Machine;
  readonly files: ClipFiles;
  /** Seconds since the service began. */
  uptimeSeconds(): number;
}

/** The connection of a command. */
export interface ClientSettings {
  readonly address: string;
  readonly notices: ReadonlySet<NoticeKey>;
  setNotice(key: NoticeKey, wanted: boolean): void;
  /** May control while remote is disabled. */
  override: boolean;
  responseVersion: 1 | 2;
  /** Closes the connection after this time without a command; undefined: never. */
  setWatchdog(seconds: number | undefined): void;
  /** Shows an overlay on the screen until it is switched off or the connection ends. */
  setIdentify(shown: boolean): void;
  /** Ends the connection after the answer. */
  leave(): void;
}

export type Values = ReadonlyMap<string, string>;

export interface CommandCall {
  readonly values: Values;
  readonly context: CommandContext;
  readonly client: ClientSettings;
}

export interface Command extends CommandForm {
  /** One plain sentence. */
  readonly summary: string;
  /** Rejected while remote is disabled: always, or when it has parameters. */
  readonly changes: boolean | 'with-parameters';
  /**
   * Undefined for functions that a playback deck lacks: 103.
   * @throws CommandError, AppError
   */
  readonly run: ((call: CommandCall) => string | Promise<string>) | undefined;
}

/**
 * The value of a required parameter.
 * @throws CommandError 100
 */
export const need = (values: Values, name: string): string => {
  const value = values.get(name);
  if (value === undefined) throw new CommandError(100, `${name} is missing`);
  return value;
};

/** @throws CommandError 100 */
export const needOne = (values: Values): void => {
  if (values.size === 0) throw new CommandError(100, 'a parameter is missing');
};

/**
 * Mutually exclusive parameters: more than one is an error.
 * @throws CommandError 100
 */
export const rejectMixed = (values: Values, forms: readonly (readonly string[])[]): void => {
  const named = forms.flatMap((form) => form.filter((name) => values.has(name)).slice(0, 1));
  if (named.length > 1) throw new CommandError(100, `${named.join(' and ')} exclude each other`);
};

/** The parsed value; undefined when the parameter is missing. */
export const given = <Value>(values: Values, name: string, parse: (text: string) => Value): Value | undefined => {
  const value = values.get(name);
  return value === undefined ? undefined : parse(value);
};
