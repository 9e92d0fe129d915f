// Where each radio was last heard: the way of private calls.
import type { Timeslot } from '../timeslot.ts';

interface RadioPlace {
  readonly peer: number;
  readonly timeslot: Timeslot;
}

export interface RadioDirectory {
  find(radio: number): RadioPlace | undefined;
  record(radio: number, place: RadioPlace): void;
  size(): number;
}

const MAX_RADIOS = 20_000;

/** Remembers the last 20,000 heard radios. */
export const createRadioDirectory = (): RadioDirectory => {
  const places = new Map<number, RadioPlace>();
  return {
    find: (radio) => places.get(radio),
    record: (radio, place) => {
      places.delete(radio);
      places.set(radio, place);
      if (places.size <= MAX_RADIOS) return;
      const [oldest] = places.keys();
      if (oldest !== undefined) places.delete(oldest);
    },
    size: () => places.size,
  };
};
