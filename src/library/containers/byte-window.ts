// Reads scattered bytes of a large file with one disk read per window.
import type { FileHandle } from 'node:fs/promises';

const WINDOW_BYTES = 64 * 1024;

export class ByteWindow {
  readonly #file: FileHandle;
  /** Size of the file in bytes. */
  readonly size: number;
  #from = 0;
  #bytes: Buffer = Buffer.alloc(0);

  constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.size = size;
  }

  /** @returns fewer bytes at the end of the file */
  async read(at: number, length: number): Promise<Buffer> {
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
