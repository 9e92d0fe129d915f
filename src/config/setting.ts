// What a setting is: an environment variable, its default, its meaning, and what its text may be.
export const REFUSED = Symbol('refused');

/** One environment variable; `allowed` completes the sentence "allowed: …" when a value is refused. */
export interface SettingType<Value> {
  readonly variable: string;
  readonly standard: string;
  readonly meaning: string;
  readonly allowed: string;
  readonly parse: (text: string) => Value | typeof REFUSED;
}

export const setting =
  <Value>(allowed: string, parse: SettingType<Value>['parse']) =>
  (variable: string, standard: string, meaning: string): SettingType<Value> => ({
    variable,
    standard,
    meaning,
    allowed,
    parse,
  });

/** A line break or a NUL would end a line of a settings file or of a log. */
export const isOneLine = (value: string): boolean => !/[\n\r\0]/.test(value);
