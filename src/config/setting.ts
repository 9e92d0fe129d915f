// What a setting is: an environment variable, its default, its meaning, and what its text may be.
import { type Schema, type TextParser, textForm } from '../schema/schema.ts';

/** One environment variable. */
export interface SettingType<Value> {
  readonly variable: string;
  readonly standard: string;
  readonly meaning: string;
  readonly shape: Schema<Value>;
}

/** @param allowed completes the sentence "allowed: …" when a value is refused */
export const setting =
  <Value>(allowed: string, parse: TextParser<Value>) =>
  (variable: string, standard: string, meaning: string): SettingType<Value> => ({
    variable,
    standard,
    meaning,
    shape: textForm(allowed, parse),
  });
