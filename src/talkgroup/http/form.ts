// The form body of an API call, and the token in it or beside it.
import { AppError } from '../../base/errors.ts';

export type Form = ReadonlyMap<string, string>;

const MAX_VALUE_LENGTH = 128;

/** @throws AppError repeated-parameter, invalid-value */
export const parseForm = (body: string): Form => {
  const form = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(body)) {
    if (form.has(name)) throw new AppError('repeated-parameter', 'A field is given twice.');
    if (value.length > MAX_VALUE_LENGTH) throw new AppError('invalid-value', 'A field is too long.');
    form.set(name, value);
  }
  return form;
};

/** The user part of Basic credentials with an empty password (`TOKEN:`); undefined for anything else. */
const toBasicToken = (authorization: string | undefined): string | undefined => {
  const encoded = /^Basic +([A-Za-z0-9+/]+=*) *$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  return /^([^:]+):$/.exec(Buffer.from(encoded, 'base64').toString('utf8'))?.[1];
};

/**
 * The token of a call, empty when there is none.
 * @throws AppError invalid-value when the form and the credentials carry different ones
 */
export const parseToken = (form: Form, authorization: string | undefined): string => {
  const inForm = form.get('token');
  const beside = toBasicToken(authorization);
  if (inForm !== undefined && beside !== undefined && inForm !== beside)
    throw new AppError('invalid-value', 'Two different tokens are given.');
  return inForm ?? beside ?? '';
};
