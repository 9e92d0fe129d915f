// The checksum of what arrives in an upload, made as it passes.
import { crc32 } from 'node:zlib';
import type { Arrived } from '../../deck/upload-ports.ts';

export interface ArrivedSum {
  /** Takes each chunk of the file, from its first byte on. */
  add(chunk: Buffer): void;
  now(): Arrived;
}

export const createArrivedSum = (): ArrivedSum => {
  let arrived: Arrived = { bytes: 0, crc32: 0 };
  return {
    add: (chunk) => {
      arrived = { bytes: arrived.bytes + chunk.length, crc32: crc32(chunk, arrived.crc32) };
    },
    now: () => arrived,
  };
};
