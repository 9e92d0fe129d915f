// Where the administration socket is, and what is served on it.
import { join } from 'node:path';

export const COMMAND_PATH = '/command';
export const METRICS_PATH = '/metrics';

export const toSocketPath = (runtimeDir: string): string => join(runtimeDir, 'admin.sock');

/** Beside the state: says where the socket of a daemon with a private runtime folder is. */
export const toPointerPath = (stateDir: string): string => join(stateDir, 'admin-socket');

/** Where the unit's daemon has its socket. */
export const UNIT_SOCKET_PATH = '/run/cuedeck-talkgroup/admin.sock';
