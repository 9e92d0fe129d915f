// Dispatches a request: parse, check remote, run, reply.

import { asOrigin } from '../../base/origin.ts';
import { CommandError, toCommandError } from '../response-codes.ts';
import type { ClientSettings, CommandContext } from './command.ts';
import { COMMANDS } from './commands.ts';
import { createParser } from './parser.ts';
import { toFailureText } from './replies.ts';
import type { Incoming } from './request-reader.ts';

interface Reply {
  readonly text: string;
  /** Reason of a rejection; the wire only has its number. */
  readonly refusal?: string;
}

export type Dispatcher = (incoming: Incoming, caller: ClientSettings) => Promise<Reply>;

/** @param tellFault called with unexpected errors */
export const createDispatcher = (context: CommandContext, tellFault: (error: unknown) => void): Dispatcher => {
  const parse = createParser(COMMANDS);

  const carryOut = async (incoming: Incoming, caller: ClientSettings): Promise<string> => {
    const { form, values } = parse(incoming);
    if (form.run === undefined) throw new CommandError(103, `${form.name} is nothing a playback deck does`);
    const changes = form.changes === 'with-parameters' ? values.size > 0 : form.changes;
    if (changes && !caller.override && !context.hyperDeck.snapshot().device.remoteEnabled) {
      throw new CommandError(111, 'remote control is disabled');
    }
    const { run } = form;
    const call = { values, context, client: caller };
    return changes ? asOrigin({ door: 'hyperdeck', from: caller.address }, () => run(call)) : run(call);
  };

  return async (incoming, caller) => {
    try {
      return { text: await carryOut(incoming, caller) };
    } catch (error) {
      const failure = toCommandError(error);
      if (failure.code === 108) tellFault(error);
      return { text: toFailureText(failure), refusal: failure.message };
    }
  };
};
