// Fields of messages that anybody may have sent.

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldOf = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);

/** Each: undefined when it is not there, or of another type. */
export const textIn = (value: unknown, name: string): string | undefined => {
  const field = fieldOf(value, name);
  return typeof field === 'string' ? field : undefined;
};

export const numberIn = (value: unknown, name: string): number | undefined => {
  const field = fieldOf(value, name);
  return typeof field === 'number' && Number.isFinite(field) ? field : undefined;
};

export const truthIn = (value: unknown, name: string): boolean | undefined => {
  const field = fieldOf(value, name);
  return typeof field === 'boolean' ? field : undefined;
};

/** The texts of a list; none when there is no list. */
export const listIn = (value: unknown, name: string): readonly string[] => {
  const field = fieldOf(value, name);
  return Array.isArray(field) ? field.filter((entry): entry is string => typeof entry === 'string') : [];
};
