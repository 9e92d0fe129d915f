// Measures the frames of one stream by its packets: how many, from when to when, how far apart, and its key frames.
import type { FileHandle } from 'node:fs/promises';
import type { FrameRate } from '../../deck/clips/clip.ts';
import { type ProbeOptions, runProbe } from '../probe/probe-run.ts';

export interface StreamTimes {
  /** Packets that are shown; an edit list may leave some out. */
  readonly packets: number;
  /** Clock of the file in seconds. */
  readonly firstSeconds: number;
  /** Begin of the last packet. */
  readonly lastSeconds: number;
  /** End of the last packet. */
  readonly endSeconds: number;
  readonly keyFrameSeconds: number;
  /** True when every packet has its own time. */
  readonly isTimed: boolean;
}

/** Reads lines of presentation time, decoding time, duration and flags in file order. */
class PacketTimes {
  #packets = 0;
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;
  #end = Number.NEGATIVE_INFINITY;
  #lastKey: number | undefined;
  #keyFrameSeconds = 0;
  #isTimed = true;

  readonly handleLine = (line: string): void => {
    const [presented = '', decoded = '', duration = '', flags = ''] = line.split(',');
    const seconds = [presented, decoded].map(Number.parseFloat).find((time) => !Number.isNaN(time));
    if (flags.includes('D')) return;
    this.#packets += 1;
    if (Number.isNaN(Number.parseFloat(presented))) this.#isTimed = false;
    if (seconds === undefined) return;
    this.#first = Math.min(this.#first, seconds);
    this.#last = Math.max(this.#last, seconds);
    this.#end = Math.max(this.#end, seconds + (Number.parseFloat(duration) || 0));
    if (!flags.includes('K')) return;
    if (this.#lastKey !== undefined) this.#keyFrameSeconds = Math.max(this.#keyFrameSeconds, seconds - this.#lastKey);
    this.#lastKey = seconds;
  };

  times(): StreamTimes | undefined {
    if (this.#packets === 0 || this.#end === Number.NEGATIVE_INFINITY) return undefined;
    return {
      packets: this.#packets,
      firstSeconds: this.#first,
      lastSeconds: this.#last,
      endSeconds: this.#end,
      keyFrameSeconds: Math.max(this.#keyFrameSeconds, this.#end - (this.#lastKey ?? this.#first)),
      isTimed: this.#isTimed,
    };
  }
}

/**
 * Reads all packets of a stream.
 * @param index of the stream in the file
 * @returns undefined when it has none with a time
 * @throws AppError as `probeMedia`
 */
export const measureStream = async (
  file: FileHandle,
  index: number,
  options: ProbeOptions,
): Promise<StreamTimes | undefined> => {
  const what = ['-show_entries', 'packet=pts_time,dts_time,duration_time,flags', '-of', 'csv=p=0'];
  const times = new PacketTimes();
  await runProbe(file, ['-select_streams', String(index), ...what], options, times.handleLine);
  return times.times();
};

/** How far packets may be from where their number puts them, in frames: containers round to milliseconds. */
const MAX_FRAME_OFFSET = 0.6;

/** True when as many frames were found as the rate has in that time. */
export const isSteady = ({ packets, firstSeconds, lastSeconds }: StreamTimes, rate: FrameRate): boolean =>
  Math.abs(((lastSeconds - firstSeconds) * rate.numerator) / rate.denominator - (packets - 1)) < MAX_FRAME_OFFSET;
