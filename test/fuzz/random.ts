/** Numbers from 0 to below 1 that come the same for the same seed (mulberry32). */
export const createRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** A whole number from 0 to below the limit. */
export const below = (random: () => number, limit: number): number => Math.floor(random() * limit);

/** Up to so many pieces in a row. */
export const joined = (random: () => number, pieces: readonly string[], most: number): string => {
  let text = '';
  for (let count = below(random, most + 1); count > 0; count -= 1) text += pieces[below(random, pieces.length)];
  return text;
};

/** The text with a few characters taken out, doubled, or replaced by pieces. */
export const mutated = (random: () => number, text: string, pieces: readonly string[]): string => {
  let result = text;
  for (let count = 1 + below(random, 3); count > 0; count -= 1) {
    const at = below(random, result.length + 1);
    const end = Math.min(result.length, at + below(random, 8));
    const middle = [joined(random, pieces, 2), '', result.slice(at, end).repeat(2)][below(random, 3)];
    result = `${result.slice(0, at)}${middle}${result.slice(end)}`;
  }
  return result;
};

/** Makes inputs until so many were tried or a few do not hold; those, and what is wrong with them. */
export const search = (options: {
  readonly count: number;
  readonly seed: number;
  readonly make: (random: () => number) => string;
  readonly wrong: (input: string) => string | undefined;
}): readonly string[] => {
  const random = createRandom(options.seed);
  const found: string[] = [];
  for (let tried = 0; tried < options.count && found.length < 5; tried += 1) {
    const input = options.make(random);
    const what = options.wrong(input);
    if (what !== undefined) found.push(`${JSON.stringify(input)}: ${what}`);
  }
  return found;
};
