// Samples the clock of a transport or program stream; recordings with gaps have one that jumps.
import { type ByteWindow, orSpent } from './byte-window.ts';
import { findPack, isProgramStream } from './pack-clock.ts';

/** Packet lengths of MPEG transport streams on disk, on tape and on air. */
const PACKETS_BYTES = [188, 192, 204] as const;
const SYNC = 0x47;
const SYNCS_IN_STEP = 5;
const TICKS_PER_SECOND = 90_000;
/** The clock wraps after this time. */
const WRAP_SECONDS = 2 ** 33 / TICKS_PER_SECOND;
const SAMPLES = 256;
/** Broadcasts send the clock ten times a second; the search ends after this many bytes. */
const MAX_SEARCH_BYTES = 1024 * 1024;
/** Maximum distance of two consecutive readings of a broadcast. */
const MAX_SKEW_SECONDS = 0.1;
/** A clock that is sent with each picture stands still for as long as a slide is shown; a longer advance is a jump. */
const MAX_PICTURE_SECONDS = 60;
/** Between two positions the clock may advance by this factor over the average. */
const TYPICAL_FACTOR = 1.5;
const MIN_JUMP_SECONDS = 1;
const MAX_READINGS = 2000;

interface Reading {
  readonly at: number;
  readonly seconds: number;
}

/** Seconds from one reading to the next, allowing for the wrap. */
const between = (one: Reading, other: Reading): number => {
  const seconds = other.seconds - one.seconds;
  if (seconds < -WRAP_SECONDS / 2) return seconds + WRAP_SECONDS;
  return seconds > WRAP_SECONDS / 2 ? seconds - WRAP_SECONDS : seconds;
};

/**
 * Duration of the stream by its clock without its jumps, within half a second.
 * @returns seconds; undefined when the clock does not jump, or none is found
 */
export const lengthWithoutJumps = (bytes: ByteWindow): Promise<number | undefined> =>
  orSpent(measureWithoutJumps(bytes), undefined);

const measureWithoutJumps = async (bytes: ByteWindow): Promise<number | undefined> => {
  const clock = await findClock(bytes);
  if (clock === undefined) return undefined;
  let readings = 0;
  const read = (from: number, before: number): Promise<Reading | undefined> => {
    readings += 1;
    return readings > MAX_READINGS ? Promise.resolve(undefined) : clock(from, before);
  };
  const samples: Reading[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const reading = await read(Math.floor((bytes.size * sample) / SAMPLES), bytes.size);
    if (reading !== undefined && reading.at > (samples.at(-1)?.at ?? -1)) samples.push(reading);
  }
  for (let last = samples.at(-1), end = bytes.size - MAX_SEARCH_BYTES; last !== undefined; ) {
    last = await clock(Math.max(last.at + 1, end), bytes.size);
    if (last !== undefined) samples.push(last);
  }
  const steps = samples.slice(1).map((to, index) => ({ from: samples[index] ?? to, to }));
  const rates = steps.map(({ from, to }) => between(from, to) / (to.at - from.at)).sort((one, other) => one - other);
  const usualRate = Math.max(0, rates[Math.floor(rates.length / 2)] ?? 0);
  let jumps = 0;

  /** Seconds that the clock advances without a jump. */
  const lengthOf = async (from: Reading, to: Reading): Promise<number> => {
    const [seconds, usual] = [between(from, to), usualRate * (to.at - from.at)];
    if (seconds >= 0 && seconds <= Math.max(MIN_JUMP_SECONDS, TYPICAL_FACTOR * usual)) return seconds;
    const middle = await read(Math.floor((from.at + to.at) / 2), to.at);
    const first = middle ?? (await read(from.at + 1, to.at));
    if (first === undefined) {
      if (seconds >= 0 && seconds <= MAX_PICTURE_SECONDS) return seconds;
      jumps += 1;
      return Math.min(usual, MAX_SKEW_SECONDS);
    }
    return (await lengthOf(from, first)) + (await lengthOf(first, to));
  };

  let length = 0;
  for (const { from, to } of steps) length += await lengthOf(from, to);
  return jumps > 0 ? length : undefined;
};

type Clock = (from: number, before: number) => Promise<Reading | undefined>;

/** Reads the next clock value of the first programme from a byte position on. */
const findClock = async (bytes: ByteWindow): Promise<Clock | undefined> => {
  const head = Buffer.from(await bytes.read(0, 1024 + SYNCS_IN_STEP * 204));
  if (isProgramStream(head)) {
    return async (from, before) => {
      const pack = await findPack(bytes, from, Math.min(before, from + MAX_SEARCH_BYTES));
      return pack && { at: pack.at, seconds: pack.ticks / TICKS_PER_SECOND };
    };
  }
  for (const length of PACKETS_BYTES) {
    const start = Array.from({ length }, (_, at) => at).find((at) => isInStep(head, at, length));
    if (start === undefined) continue;
    let clockId: number | undefined;
    return async (from, before) => {
      let at = start + Math.ceil(Math.max(0, from - start) / length) * length;
      for (const latest = Math.min(before, at + MAX_SEARCH_BYTES); at + 12 <= latest; at += length) {
        const packet = await bytes.read(at, 12);
        if (packet.length < 12) return undefined;
        const seconds = packet[0] === SYNC ? readClock(packet) : undefined;
        if (seconds === undefined) continue;
        const id = packet.readUInt16BE(1) & 0x1fff;
        clockId ??= id;
        if (id === clockId) return { at, seconds };
      }
      return undefined;
    };
  }
  return undefined;
};

const isInStep = (head: Buffer, at: number, length: number): boolean =>
  Array.from({ length: SYNCS_IN_STEP }, (_, packet) => head[at + packet * length]).every((byte) => byte === SYNC);

/** The programme clock reference in a packet's adaptation field, if any. */
const readClock = (packet: Buffer): number | undefined => {
  const hasField = ((packet[3] ?? 0) & 0x20) !== 0 && (packet[4] ?? 0) >= 7;
  if (!hasField || ((packet[5] ?? 0) & 0x10) === 0) return undefined;
  return (packet.readUInt32BE(6) * 2 + ((packet[10] ?? 0) >> 7)) / TICKS_PER_SECOND;
};
