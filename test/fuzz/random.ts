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
