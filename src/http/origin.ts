// Who sent a request that changes something: the page, `cuedeck` or another program, and its address.
import type { IncomingMessage } from 'node:http';
import type { Origin } from '../base/origin.ts';
import { toClientAddress } from '../net/client-address.ts';

/** Page and command line say who they are in this header; it is no proof. */
const DOOR_HEADER = 'x-cuedeck';

export const toOrigin = ({ headers, socket }: IncomingMessage): Origin => {
  const said = headers[DOOR_HEADER];
  return { door: said === 'page' || said === 'cli' ? said : 'http', from: toClientAddress(socket.remoteAddress) };
};
