// Output settings waiting for the player.

export const OUTPUT_SETTINGS = ['display-mode', 'rotation', 'sound'] as const;

/** By name; an empty one goes back to what the player does by itself. */
export type PendingOutputs = Readonly<Record<string, string>>;

/** Anything else than such settings is passed over, and what is no JSON holds none. */
export const parsePendingOutputs = (text: string): PendingOutputs => {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(
      Object.entries(value).filter(
        (entry): entry is [string, string] =>
          OUTPUT_SETTINGS.some((name) => name === entry[0]) && typeof entry[1] === 'string',
      ),
    );
  } catch {
    return {};
  }
};
