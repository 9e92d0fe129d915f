// Reads fields of ffprobe's output defensively.
import { AppError } from '../../base/errors.ts';
import { isObject, type JsonObject } from '../../schema/schema.ts';

export type Fields = JsonObject;

export const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});
export const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** ffprobe writes most numbers as text, and `N/A` for unknown ones. */
export const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

export const positive = (number: number | undefined): number | undefined =>
  number !== undefined && number > 0 ? number : undefined;

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** @throws AppError `internal` when it is not JSON: the program is not ffprobe */
export const parseReport = (output: string): Fields => {
  try {
    return fieldsOf(JSON.parse(output));
  } catch (error) {
    throw new AppError('internal', 'ffprobe printed something that is not a report.', { cause: error });
  }
};
