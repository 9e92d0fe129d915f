// Which requests come from a web page of another site: the defence against pages that fire requests at players on the LAN.
import type { IncomingHttpHeaders } from 'node:http';
import { quote, type Refusal } from './refusal.ts';

/** What a browser says of where a request comes from. */
export interface SiteHeaders {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
  readonly referer?: string | undefined;
  readonly 'sec-fetch-site'?: string | string[] | undefined;
}

/** The header that tells of a foreign page; undefined when none does (scripts and control systems send none of them). */
export const foreignHeader = (headers: SiteHeaders): 'Origin' | 'Referer' | 'Sec-Fetch-Site' | undefined => {
  // An empty header says nothing; browsers never send one.
  if (headers.origin && !isOwnAddress(headers.origin, headers.host)) return 'Origin';
  if (headers.referer && !isOwnAddress(headers.referer, headers.host)) return 'Referer';
  const site = headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site' ? 'Sec-Fetch-Site' : undefined;
};

/** @param header the one that tells */
export const foreignPage = (header: string, headers: IncomingHttpHeaders): Refusal => ({
  code: 'foreign-page',
  message: `${header} ${quote(String(headers[header.toLowerCase()]))} is another site; allowed: pages of this device, and programs that are no web page.`,
});

/** Whether the request was made by a page of this very device. */
export const hasOwnReferer = ({ host, referer }: SiteHeaders): boolean =>
  referer !== undefined && isOwnAddress(referer, host);

// Ports count: another program on this device is another site. `null` and other texts that are no address are foreign.
const isOwnAddress = (address: string, host: string | undefined): boolean => {
  const own = toHost(`http://${host ?? ''}`);
  return own !== undefined && toHost(address) === own;
};

const toHost = (address: string): string | undefined => (URL.canParse(address) ? new URL(address).host : undefined);
