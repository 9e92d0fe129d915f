// Reads the protocol log that the player serves: what goes over the HyperDeck connections, as it happens.
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Path of the player's protocol log socket. */
export const toLogSocketPath = (stateDir: string): string => join(stateDir, 'hyperdeck-log.sock');

/**
 * Passes on each line until the player ends.
 * @throws the system's error when nothing serves a log at `path`
 */
export const readProtocolLog = (path: string, onLine: (line: string) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('error', reject);
    // The interface forwards errors of the socket.
    createInterface({ input: socket }).on('line', onLine).on('error', reject);
    socket.once('close', () => resolve());
  });
