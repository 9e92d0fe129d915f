// Sound as mpv wrote it with --ao=pcm, in windows of 20 ms.
import { readFileSync } from 'node:fs';

const WINDOWS_A_SECOND = 50;
const FLOAT = 32;

/** Loudness of each window in decibels below full scale; -Infinity is silence. */
export const readWindows = (path: string): readonly number[] => {
  const file = readFileSync(path);
  const [channels, rate, bits] = [file.readUInt16LE(22), file.readUInt32LE(24), file.readUInt16LE(34)];
  if (bits !== FLOAT) throw new Error(`the recording has ${bits} bits a sample, not the floats of mpv's decoder`);
  const start = file.indexOf('data') + 8;
  const frameBytes = (channels * bits) / 8;
  const framesInWindow = rate / WINDOWS_A_SECOND;
  const windows: number[] = [];
  for (let at = start; at + framesInWindow * frameBytes <= file.length; at += framesInWindow * frameBytes) {
    let sum = 0;
    for (let frame = 0; frame < framesInWindow; frame += 1) sum += file.readFloatLE(at + frame * frameBytes) ** 2;
    windows.push(10 * Math.log10(sum / framesInWindow));
  }
  return windows;
};

export const largestStep = (windows: readonly number[]): number =>
  Math.max(0, ...windows.slice(1).map((window, index) => Math.abs(window - (windows[index] ?? window))));
