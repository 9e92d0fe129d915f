// Random inputs that can be made again: the same seed gives the same ones.

export interface Dice {
  /** 0 to `sides` - 1. */
  roll(sides: number): number;
  pick<Value>(values: readonly Value[]): Value;
}

/** Mulberry32: small, fast, and good enough to wander through inputs. */
export const createDice = (seed: number): Dice => {
  let state = seed >>> 0;
  const roll = (sides: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * sides);
  };
  return {
    roll,
    pick: (values) => {
      const value = values[roll(values.length)];
      if (value === undefined) throw new Error('nothing to pick from');
      return value;
    },
  };
};

const EDGES = [0, 1, 0x7f, 0x80, 0xff];

/** A few changes to a datagram: bytes, edges, length, a piece of another. */
export const mutateBytes = (dice: Dice, seed: Buffer, other: Buffer): Buffer => {
  let bytes = Buffer.from(seed);
  for (let change = dice.roll(4); change > 0; change--) {
    const at = dice.roll(bytes.length + 1);
    switch (dice.roll(6)) {
      case 0:
        if (at < bytes.length) bytes[at] = dice.roll(256);
        break;
      case 1:
        if (at < bytes.length) bytes[at] = dice.pick(EDGES);
        break;
      case 2:
        bytes = bytes.subarray(0, at);
        break;
      case 3:
        bytes = Buffer.concat([bytes, Buffer.alloc(dice.roll(300), dice.roll(256))]);
        break;
      case 4:
        bytes = Buffer.concat([bytes.subarray(0, at), other.subarray(at)]);
        break;
      default:
        if (at < bytes.length) bytes[at] = (bytes[at] ?? 0) ^ (1 << dice.roll(8));
    }
  }
  return bytes;
};

const PIECES = [
  '&',
  '=',
  '%',
  '%00',
  '%ff',
  '+',
  ';',
  '\0',
  '\u00e9',
  '0',
  '9',
  'tg=',
  'peer=',
  'token=',
  ' ',
  '%32',
  '[]',
  '16777215',
];

/** A few changes to a text: characters, pieces, cuts, repeats. */
export const mutateText = (dice: Dice, seed: string): string => {
  let text = seed;
  for (let change = dice.roll(5); change > 0; change--) {
    const at = dice.roll(text.length + 1);
    switch (dice.roll(4)) {
      case 0:
        text = text.slice(0, at) + dice.pick(PIECES) + text.slice(at);
        break;
      case 1:
        text = text.slice(0, at) + text.slice(at + 1 + dice.roll(5));
        break;
      case 2:
        text = text.slice(0, at) + text.slice(dice.roll(text.length + 1));
        break;
      default:
        text = text.slice(0, at) + String.fromCharCode(dice.roll(512)) + text.slice(at + 1);
    }
  }
  return text.slice(0, 4096);
};
