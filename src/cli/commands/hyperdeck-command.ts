// `cuedeck hyperdeck log`: prints what goes over the HyperDeck connections, for as long as it runs.
import { toReason, toSystemCode } from '../../base/errors.ts';
import { readProtocolLog, toLogSocketPath } from '../../hyperdeck/protocol-log/log-reader.ts';
import { CliError, EXIT } from '../cli-error.ts';
import type { Command } from '../command.ts';
import { toPrintable } from '../format.ts';

export const HYPERDECK_COMMAND: Command = {
  name: 'hyperdeck log',
  takes: [],
  options: [],
  meaning: 'prints the HyperDeck protocol traffic until Ctrl-C',
  run: async ({ isJson, io, place }) => {
    const path = toLogSocketPath(place.stateDir);
    const print = (line: string): void => io.out(isJson ? JSON.stringify({ line }) : toPrintable(line));
    try {
      await readProtocolLog(path, print);
    } catch (error) {
      if (toSystemCode(error) === 'EACCES')
        throw new CliError(EXIT.noPermission, 'Only the player and root may read this log. Use sudo.');
      const reason = `The player cannot be reached at ${path}: ${toReason(error)}. Is it running, with its HyperDeck port on?`;
      throw new CliError(EXIT.unavailable, reason);
    }
    return undefined;
  },
};
