// Where the administration socket is, and what is served on it.
import { join } from 'node:path';

export const COMMAND_PATH = '/command';
export const METRICS_PATH = '/metrics';

export const toSocketPath = (runtimeDir: string): string => join(runtimeDir, 'admin.sock');

/** A file beside the state that holds the socket path of a daemon with a private runtime folder. */
export const toPointerPath = (stateDir: string): string => join(stateDir, 'admin-socket');

/** Socket of the unit's daemon. */
export const UNIT_SOCKET_PATH = '/run/cuedeck-talkgroup/admin.sock';
