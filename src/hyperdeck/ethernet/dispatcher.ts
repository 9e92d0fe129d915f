// From a request to its answer: parsed against the table, checked against the remote switch, carried out.

import { CommandFailure, toFailure } from '../response-codes.ts';
import type { Caller, House } from './command.ts';
import { COMMANDS } from './commands.ts';
import { createParser } from './parser.ts';
import { toFailureText } from './replies.ts';
import type { Incoming } from './request-reader.ts';

export interface Reply {
  readonly text: string;
  /** Why the command was refused; the wire has only the number. */
  readonly refusal?: string;
}

export type Interpreter = (incoming: Incoming, caller: Caller) => Promise<Reply>;

/** @param tellFault is told of what nobody foresaw */
export const createInterpreter = (house: House, tellFault: (error: unknown) => void): Interpreter => {
  const parse = createParser(COMMANDS);

  const carryOut = async (incoming: Incoming, caller: Caller): Promise<string> => {
    const { form, values } = parse(incoming);
    if (form.run === undefined) throw new CommandFailure(103, `${form.name} is nothing a playback deck does`);
    const changes = form.changes === 'with-parameters' ? values.size > 0 : form.changes;
    if (changes && !caller.override && !house.hyperDeck.snapshot().device.remoteEnabled) {
      throw new CommandFailure(111, 'remote control is disabled');
    }
    return form.run({ values, house, caller });
  };

  return async (incoming, caller) => {
    try {
      return { text: await carryOut(incoming, caller) };
    } catch (error) {
      const failure = toFailure(error);
      if (failure.code === 108) tellFault(error);
      return { text: toFailureText(failure), refusal: failure.message };
    }
  };
};
