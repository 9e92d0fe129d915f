// Random choices that come out the same for the same seed, so that a failing input can be had again.

export interface Random {
  /** 0 to less than `below`. */
  int(below: number): number;
  pick<Value>(values: readonly Value[]): Value;
  /** Up to `most` pieces, joined. */
  text(pieces: readonly string[], most: number): string;
}

/** mulberry32 */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const int = (below: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
  const pick = <Value>(values: readonly Value[]): Value => {
    const value = values[int(values.length)];
    if (value === undefined) throw new RangeError('nothing to pick from');
    return value;
  };
  return {
    int,
    pick,
    text: (pieces, most) => Array.from({ length: int(most + 1) }, () => pick(pieces)).join(''),
  };
};

/** The text with a few characters taken out, doubled, or replaced by pieces. */
export const mutated = (random: Random, text: string, pieces: readonly string[]): string => {
  let result = text;
  for (let count = 1 + random.int(3); count > 0; count -= 1) {
    const at = random.int(result.length + 1);
    const end = Math.min(result.length, at + random.int(8));
    const middle = random.pick([random.text(pieces, 2), '', result.slice(at, end).repeat(2)]);
    result = `${result.slice(0, at)}${middle}${result.slice(end)}`;
  }
  return result;
};

/** Makes inputs until so many were tried or a few do not hold; those, and what is wrong with them. */
export const search = (options: {
  readonly count: number;
  readonly seed: number;
  readonly make: (random: Random) => string;
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
