// Reads scattered bytes of a large file with one disk read per window.
import type { FileHandle } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';

const WINDOW_BYTES = 64 * 1024;
/** Parts of one file that are looked at: a film of hours has some 10,000, a GIF one for every 255 bytes. About a second of a PC's work. */
export const MAX_READS = 1_000_000;
/** So many, and the daemon's other work has its turn. */
const READS_IN_A_ROW = 4096;

const SPENT = new Error(`A file is not read in more than ${MAX_READS} parts.`);

/** @returns what the look finds, or `otherwise` for a file of more parts than are looked at: that is for the decoder to judge */
export const orSpent = async <Found>(look: Promise<Found>, otherwise: Found): Promise<Found> => {
  try {
    return await look;
  } catch (error) {
    if (error === SPENT) return otherwise;
    throw error;
  }
};

export class ByteWindow {
  readonly #file: FileHandle;
  /** Size of the file in bytes. */
  readonly size: number;
  #from = 0;
  #bytes: Buffer = Buffer.alloc(0);
  #reads = 0;

  constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.size = size;
  }

  /**
   * @returns fewer bytes at the end of the file
   * @throws what `orSpent` catches, after `MAX_READS`
   */
  async read(at: number, length: number): Promise<Buffer> {
    this.#reads += 1;
    if (this.#reads > MAX_READS) throw SPENT;
    if (this.#reads % READS_IN_A_ROW === 0) await setImmediate();
    const isInside = at >= this.#from && at + length <= this.#from + this.#bytes.length;
    if (!isInside) {
      const wanted = Math.max(0, Math.min(Math.max(length, WINDOW_BYTES), this.size - at));
      const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(wanted), 0, wanted, at);
      this.#from = at;
      this.#bytes = buffer.subarray(0, bytesRead);
    }
    const start = at - this.#from;
    return this.#bytes.subarray(start, start + length);
  }
}
