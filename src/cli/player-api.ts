// The player as commands ask it: what comes between becomes a sentence for the operator.
import { toSystemCode } from '../base/errors.ts';
import { createPlayerClient, type PlayerClient } from '../client/player-client.ts';
import { NETWORK_REASONS, NotPlayerError, RejectedError, UnreachableError } from '../client/player-errors.ts';
import type { PlayerConnection } from '../config/player-connection.ts';
import { CliError, EXIT } from './cli-error.ts';

/** Every call throws CliError: the player's error, or the reason why it cannot be reached. */
export type PlayerApi = Pick<PlayerClient, 'call'>;

export const createPlayerApi = (place: PlayerConnection): PlayerApi => {
  const client = createPlayerClient(place);
  return {
    call: (method, path, options) =>
      client.call(method, path, options).catch((error) => {
        throw toCliError(error, place);
      }),
  };
};

/** Translates an error of the client for a user of this machine; other errors are unchanged. */
export const toCliError = (error: unknown, place: PlayerConnection): unknown => {
  if (error instanceof UnreachableError) {
    const reason = NETWORK_REASONS[toSystemCode(error.cause) ?? ''] ?? error.message;
    return new CliError(EXIT.unavailable, `Cannot reach a player at ${place.url}: ${reason}. ${toStartLine(place)}`);
  }
  if (error instanceof NotPlayerError) {
    return new CliError(EXIT.unavailable, `${error.message} Set CUEDECK_HTTP_PORT to the port of the player.`);
  }
  if (!(error instanceof RejectedError)) return error;
  if (error.status === 401) return toTokenRefusal(place);
  return new CliError(error.status === 503 ? EXIT.unavailable : EXIT.refused, error.message);
};

const toStartLine = ({ isUnit }: PlayerConnection): string =>
  isUnit
    ? '`sudo systemctl start cuedeck-player` starts it, `cuedeck doctor` says more.'
    : 'Start it, or say in CUEDECK_HTTP_PORT where it listens; `cuedeck doctor` says more.';

/** Error for a 401 of a player, with or without a sent token. */
export const toTokenRefusal = ({ token, closedConf }: Pick<PlayerConnection, 'token' | 'closedConf'>): CliError => {
  if (token !== '') {
    return new CliError(
      EXIT.noPermission,
      'The player refuses the token in CUEDECK_TOKEN. Give the one it was started with.',
    );
  }
  const how = closedConf === undefined ? '' : ` or use sudo, so that ${closedConf} can be read`;
  return new CliError(EXIT.noPermission, `The player requires a token. Set CUEDECK_TOKEN${how}.`);
};
