// Detects browser requests and the origin of the page that made them.
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Our own pages send it, with any value. A page of another site cannot: its browser would first send a preflight
 * request (CORS), which the device never grants.
 */
const PAGE_HEADER = 'x-cuedeck';

/** Headers in which a browser reports the origin of a request. */
export interface SiteHeaders {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
  readonly referer?: string | undefined;
  readonly 'sec-fetch-site'?: string | string[] | undefined;
  /** Set by a TLS proxy in front; a page of another site can't send it. */
  readonly 'x-forwarded-proto'?: string | string[] | undefined;
}

/** Browsers send User-Agent and Accept-Language with every request, and no page can remove them. */
export const isBrowser = (headers: IncomingHttpHeaders): boolean =>
  /^Mozilla\//i.test(headers['user-agent'] ?? '') ||
  (headers['accept-language'] !== undefined && !isFetchOfProgram(headers));

/**
 * The `fetch` of Node and Deno accepts every language. A page can do so, too, but it cannot change its browser's name, and of
 * the Sec-Fetch headers browsers send all or none.
 */
const isFetchOfProgram = (headers: IncomingHttpHeaders): boolean =>
  headers['accept-language'] === '*' &&
  (/^(?:node|undici|Deno\/.*)$/.test(headers['user-agent'] ?? '') ||
    (headers['sec-fetch-mode'] === 'cors' && headers['sec-fetch-site'] === undefined));

/** The header that shows a foreign page; undefined without one (scripts and control systems send none of them). */
export const foreignHeader = (headers: SiteHeaders): 'Origin' | 'Referer' | 'Sec-Fetch-Site' | undefined => {
  // An empty header is ignored; browsers never send one.
  if (headers.origin && !isOwnAddress(headers.origin, headers)) return 'Origin';
  if (headers.referer && !isOwnAddress(headers.referer, headers)) return 'Referer';
  const site = headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site' ? 'Sec-Fetch-Site' : undefined;
};

/**
 * True when the request can only come from a page of this device. Over plain HTTP to a name or an address of the LAN
 * browsers send no Sec-Fetch headers, a GET has no Origin, and any page can remove its Referer: missing headers prove nothing.
 */
export const showsOwnPage = (headers: IncomingHttpHeaders): boolean =>
  foreignHeader(headers) === undefined &&
  (Boolean(headers.origin) || Boolean(headers.referer) || headers[PAGE_HEADER] !== undefined);

// Scheme and port count: another program on this device is another site. `null` and other texts that are no address are foreign.
const isOwnAddress = (address: string, { host, 'x-forwarded-proto': scheme }: SiteHeaders): boolean => {
  const own = toOrigin(`${scheme === 'https' ? 'https' : 'http'}://${host ?? ''}`);
  return own !== undefined && toOrigin(address) === own;
};

const toOrigin = (address: string): string | undefined => (URL.canParse(address) ? new URL(address).origin : undefined);
