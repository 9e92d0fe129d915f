// CSRF guard: rejects requests triggered by another site's page.
import type { IncomingHttpHeaders } from 'node:http';
import { quote } from '../../base/quote.ts';
import { READS_HEADER } from '../../net/read-only-request.ts';
import type { ErrorBody } from '../http-error.ts';

/** @param header the header that shows the foreign page */
export const foreignPage = (header: string, headers: IncomingHttpHeaders): ErrorBody => ({
  code: 'foreign-page',
  message: `${header} ${quote(String(headers[header.toLowerCase()]))} is another site; allowed: pages of this device, and programs that are no web page.`,
});

/** For a browser request whose page is unknown. */
export const UNKNOWN_PAGE: ErrorBody = {
  code: 'foreign-page',
  message: `A browser asks for a change, and nothing shows that it comes from a page of this device; allowed: Origin or Referer of this device, the token as Bearer or ?token=, or a header X-CueDeck.`,
};

/** For a read-only request to a changing path. */
export const ONLY_READS: ErrorBody = {
  code: 'foreign-page',
  message: `The request says by ${READS_HEADER} that it only reads; allowed: changes without that header.`,
};
