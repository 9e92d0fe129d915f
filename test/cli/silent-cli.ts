// A command that runs inside the test, with nobody who reads what it prints.
import type { Call } from '../../src/cli/command.ts';
import { createPlayerApi } from '../../src/cli/player-api.ts';
import type { PlayerConnection } from '../../src/config/player-connection.ts';
import { CUEDECK } from '../e2e/cuedeck.ts';

export const createSilentCli = (
  place: PlayerConnection,
  environment: Call['io']['environment'],
  given: Pick<Call, 'arguments'> & Partial<Pick<Call, 'options'>>,
): Call => {
  const nothing = (): void => undefined;
  const io = {
    out: nothing,
    err: nothing,
    input: process.stdin,
    takeOutput: () => process.stdout,
    isWatched: false,
    environment,
    program: CUEDECK,
  };
  return { options: {}, ...given, isJson: false, io, place, api: createPlayerApi(place) };
};
