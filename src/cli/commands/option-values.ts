// Values of a command's options.
import { CliError, EXIT } from '../cli-error.ts';
import type { Call } from '../command.ts';

export const textOf = ({ options }: Pick<Call, 'options'>, name: string): string | undefined => {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
};

export const ON_OFF = ['on', 'off'] as const;

/** @throws CliError */
export const parseOnOff = (option: string, word: string): boolean => {
  if (word === 'on' || word === 'off') return word === 'on';
  throw new CliError(EXIT.usage, `--${option} ${JSON.stringify(word)} is invalid; allowed: on or off.`);
};
