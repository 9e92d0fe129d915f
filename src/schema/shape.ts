// What a shape is: a check with a JSON schema beside it, and how whoever parses with it deals with what does not fit.
import { AppError } from '../base/errors.ts';
import { quoteValue } from '../base/quote.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Schema<Value> {
  readonly schema: JsonSchema;
  /** For schemas that the document lists under a name. */
  readonly named?: { readonly name: string; readonly definition: JsonSchema };
  /** Nested schemas. */
  readonly parts: readonly Schema<unknown>[];
  /**
   * @param name name of the value in errors
   * @param mode handling of invalid values; default: as in a request
   * @throws AppError `missing-parameter`, `invalid-value`, or what the mode throws
   */
  readonly parse: (value: unknown, name: string, mode?: Mode) => Value;
}

export type ValueOf<S> = S extends Schema<infer Value> ? Value : never;

/** A value that does not fit its shape. */
export interface Mismatch {
  readonly name: string;
  readonly value: unknown;
  readonly type: 'text' | 'flag' | 'number' | 'whole' | 'word' | 'list' | 'object' | 'other';
  /** Completes "allowed: …" in an answer to a request. */
  readonly allowed: string;
  /** The schema's own error text for records. */
  readonly complaint?: string;
}

/** How a document is read: requests are strict, so that a misspelt key is not silently ignored. */
export interface Mode {
  readonly ignoresUnknownKeys: boolean;
  readonly reject: (mismatch: Mismatch) => never;
}

export const REQUEST: Mode = {
  ignoresUnknownKeys: false,
  reject: ({ name, value, allowed }) => {
    if (value === undefined) throw new AppError('missing-parameter', `${name} is missing; allowed: ${allowed}.`);
    throw new AppError('invalid-value', `${name}=${quoteValue(value)} is refused; allowed: ${allowed}.`);
  },
};
