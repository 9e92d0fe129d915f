// The query string of a request, read strictly: every value of every parameter, nothing guessed.

/** Each parameter with its values; undefined for a value that is not percent-encoded UTF-8. */
export type Query = ReadonlyMap<string, readonly (string | undefined)[]>;

/** The part of a request target before the query string. */
export const toPath = (target: string): string => {
  const mark = target.indexOf('?');
  return mark < 0 ? target : target.slice(0, mark);
};

/**
 * The parameters of a request target. Names that cannot be decoded are dropped, since no operation has such a parameter.
 * A plus sign is a space (WHATWG URL, application/x-www-form-urlencoded).
 */
export const toQuery = (target: string): Query => {
  const query = new Map<string, (string | undefined)[]>();
  const mark = target.indexOf('?');
  if (mark < 0) return query;
  for (const pair of target.slice(mark + 1).split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    if (name === undefined) continue;
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1));
    const values = query.get(name);
    if (values === undefined) query.set(name, [value]);
    else values.push(value);
  }
  return query;
};

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
};
