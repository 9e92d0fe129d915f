// What a conversion that failed says: beside the clip's name, as on the page, or alone, as in the log.
import { AppError, type ErrorCode } from '../../base/errors.ts';

const NOT_CONVERTED = 'It was not converted: ';

/** @param why completes the sentence, with its full stop */
export const notConverted = (code: ErrorCode, why: string, options?: ErrorOptions): AppError =>
  new AppError(code, `${NOT_CONVERTED}${why}`, options);

/** The reason alone. */
export const toWhy = (message: string): string =>
  message.startsWith(NOT_CONVERTED) ? message.slice(NOT_CONVERTED.length) : message;

/** Its message with the name of the clip, once. */
export const toLogText = (message: string, name: string): string => {
  if (message.startsWith(NOT_CONVERTED)) return `${name} was not converted: ${toWhy(message)}`;
  return message.includes(name) ? message : `${name} was not converted: ${message}`;
};
