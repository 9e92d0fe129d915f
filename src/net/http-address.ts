// How the address of an HTTP server is written: IPv6 in brackets, the port where it is not the usual one.

const USUAL_PORT = 80;

/** `host` in front of a port: `[::1]`. */
export const toUrlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** Whether a server at it is reached at every address of the device. */
export const isEveryAddress = (host: string): boolean => host === '0.0.0.0' || host === '::';

/** `http://192.0.2.7`, `http://[2001:db8::7]:8080`, without a trailing slash. */
export const toHttpUrl = (host: string, port: number): string =>
  `http://${toUrlHost(host)}${port === USUAL_PORT ? '' : `:${port}`}`;
