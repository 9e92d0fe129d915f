// Who counts as the owner: token holders and the device itself.
import type { IncomingMessage } from 'node:http';

const isLoopback = (address: string): boolean => /^(?:::ffff:)?127(?:\.\d+){3}$|^::1$/.test(address);

/** True when this machine sent the request. Behind a proxy on the same machine the sender is unknown. */
const isFromHere = ({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean => {
  const { remoteAddress, localAddress } = socket;
  if (remoteAddress === undefined || 'x-forwarded-for' in headers || 'forwarded' in headers) return false;
  return isLoopback(remoteAddress) || remoteAddress === localAddress;
};

/** @param request a request that has passed the guards, so on a device with a token it has shown the token */
export const isOwner = (
  { hasToken }: { readonly hasToken: boolean },
  request: Pick<IncomingMessage, 'socket' | 'headers'>,
): boolean => hasToken || isFromHere(request);
