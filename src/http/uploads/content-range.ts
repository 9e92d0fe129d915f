// The part of a file that a request says it carries (RFC 9110, Content-Range).
import type { Request } from 'express';
import { AppError } from '../../base/errors.ts';
import { quote } from '../../base/quote.ts';

/** Bytes, the first is 0. */
export interface Range {
  readonly first: number;
  readonly last: number;
  readonly totalBytes: number;
}

const CONTENT_RANGE = /^bytes ([0-9]{1,15})-([0-9]{1,15})\/([0-9]{1,15})$/;

/**
 * Undefined when the request carries all of it.
 * @throws AppError `invalid-value`
 */
export const toRange = ({ headers }: Request): Range | undefined => {
  const given = headers['content-range'];
  if (given === undefined) return undefined;
  const [, first, last, totalBytes] = (CONTENT_RANGE.exec(given) ?? []).map(Number);
  if (first !== undefined && last !== undefined && totalBytes !== undefined && first <= last && last < totalBytes) {
    const length = headers['content-length'];
    if (length === undefined || Number(length) === last - first + 1) return { first, last, totalBytes };
  }
  throw new AppError(
    'invalid-value',
    `Content-Range ${quote(given)} is refused; allowed: bytes FIRST-LAST/TOTAL that fits the length of the body.`,
  );
};
