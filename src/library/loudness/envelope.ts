// The envelope of a file's sound: the peaks over its time, as a meter draws them, in a few bytes.

/** How often ffmpeg's meter reports a peak. */
const STEP_SECONDS = 0.1;
/** 1 h 49 min; of a longer file a step is twice as long, or four times, and so on. */
const MAX_STEPS = 65_536;
/** Times beyond this, 1000 hours, are a damaged file's. */
const LATEST_STEP = 36_000_000;
/** The byte of a peak: half decibels over this; 0 is silence. */
const FLOOR_DBFS = -100;

const toByte = (dbfs: number): number => (dbfs > FLOOR_DBFS ? Math.min(255, Math.round((dbfs - FLOOR_DBFS) * 2)) : 0);

/** What ffmpeg's filter `ebur128` logs of a tenth of a second, which ends at `t`: its true peak in each channel. */
const FRAME = /^\[Parsed_ebur128_0 @ \w+\] \[info\] t: ([\d.]+) .* FTPK:((?: +[-\w.]+)+) dBFS/;

/** Takes the peaks of a file, in order, and makes its envelope. */
export class EnvelopeMaker {
  /** Of each step: left and right; where there are not two channels, the loudest, twice. */
  #peaks = new Uint8Array(2 * 1024);
  #steps = 0;
  /** Tenths of a second. */
  #stepTenths = 1;
  #isStereo = false;
  readonly #beginSeconds: number | undefined;
  /** From ffmpeg's times to those of the file. */
  #shiftSeconds: number | undefined;

  /**
   * @param beginSeconds when the sound begins in its file, as ffprobe says it: ffmpeg's own times begin with the sound in some
   * formats, with the file in others. Undefined: as ffmpeg has it
   */
  constructor(beginSeconds?: number) {
    this.#beginSeconds = beginSeconds;
  }

  /** @returns whether it is a line that tells peaks */
  take(line: string): boolean {
    const [, time, levels] = FRAME.exec(line) ?? [];
    if (levels === undefined) return false;
    const seconds = Number(time) - STEP_SECONDS;
    this.#shiftSeconds ??= this.#beginSeconds === undefined ? 0 : this.#beginSeconds - seconds;
    const tenth = Math.round((seconds + this.#shiftSeconds) / STEP_SECONDS);
    if (!(tenth >= 0 && tenth < LATEST_STEP)) return true;
    const channels = levels
      .trim()
      .split(/ +/)
      .map((level) => toByte(Number(level.replace('inf', 'Infinity'))));
    this.#isStereo = channels.length === 2;
    const loudest = Math.max(...channels);
    this.#put(tenth, this.#isStereo ? channels : [loudest, loudest]);
    return true;
  }

  #put(tenth: number, [left = 0, right = 0]: readonly number[]): void {
    while (tenth >= MAX_STEPS * this.#stepTenths) this.#halve();
    const step = Math.floor(tenth / this.#stepTenths);
    if (2 * step >= this.#peaks.length) this.#grow(step);
    this.#steps = Math.max(this.#steps, step + 1);
    this.#peaks[2 * step] = Math.max(this.#peaks[2 * step] ?? 0, left);
    this.#peaks[2 * step + 1] = Math.max(this.#peaks[2 * step + 1] ?? 0, right);
  }

  #grow(step: number): void {
    const peaks = new Uint8Array(2 * Math.min(MAX_STEPS, 2 * (step + 1)));
    peaks.set(this.#peaks);
    this.#peaks = peaks;
  }

  /** Half as many steps, each with the higher of two peaks. */
  #halve(): void {
    const before = this.#peaks.slice(0, 2 * this.#steps);
    this.#peaks.fill(0);
    this.#steps = Math.ceil(this.#steps / 2);
    this.#stepTenths *= 2;
    for (const [index, peak] of before.entries()) {
      const at = 2 * Math.floor(index / 4) + (index % 2);
      this.#peaks[at] = Math.max(this.#peaks[at] ?? 0, peak);
    }
  }

  /**
   * Two bytes with the length of a step in tenths of a second, low byte first; one with the number of channels, 1 or 2; then
   * each step with a byte for each channel: 0 is silence, else twice the decibels over −100 dBFS.
   */
  get bytes(): Buffer {
    const peaks = this.#peaks.subarray(0, 2 * this.#steps);
    const told = this.#isStereo ? peaks : peaks.filter((_, index) => index % 2 === 0);
    return Buffer.concat([Buffer.from([this.#stepTenths & 255, this.#stepTenths >> 8, this.#isStereo ? 2 : 1]), told]);
  }
}
