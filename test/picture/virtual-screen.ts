// An X screen in memory whose pixels can be read a thousand times a second, and the frame numbers on it.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NUMBER_BITS, PICTURE } from '../media/media.ts';

const DEFAULT_SCALE = 4;
const BYTES_PER_PIXEL = 4;
const HEADER = { size: 0, bytesPerLine: 48, colours: 76, colourBytes: 12 } as const;

export interface VirtualScreen {
  readonly display: string;
  /** The number that the bars spell; -1 where they are not bars. */
  frameNumber(): number;
  /** Mean brightness, 0 to 255. */
  brightness(): number;
  /** Of one pixel, 0 to 255. */
  pixel(x: number, y: number): number;
  /** Whether it is one brightness from top to bottom: a picture that is half drawn is not. */
  isEven(): boolean;
  /** Of its brightest pixel, 0 to 255; slower, as it looks at each. */
  brightest(): number;
  /** Left, top, right and bottom pixel that is brighter than this; right is 0 where none is. */
  bounds(brightness: number): readonly [number, number, number, number];
  stop(): Promise<void>;
}

/** A screen whose pixels lie on a disk stands while that disk is busy. */
const MEMORY = '/dev/shm';

/**
 * @param options.scale how much larger than a numbered picture it is, a whole number; at 1 a player has nothing to scale
 * @param options.size in pixels, where it is to have another shape
 */
export const startVirtualScreen = async (
  options: { readonly scale?: number; readonly size?: readonly [width: number, height: number] } = {},
): Promise<VirtualScreen> => {
  const scale = options.scale ?? DEFAULT_SCALE;
  const [width, height] = options.size ?? [PICTURE.width * scale, PICTURE.height * scale];
  const bar = width / NUMBER_BITS;
  const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'cuedeck-screen-'));
  const { server, display } = await startServer(folder, `${width}x${height}x24`);
  const file = openSync(join(folder, 'Xvfb_screen0'), 'r');
  const header = Buffer.alloc(100);
  readSync(file, header, 0, header.length, 0);
  const bytesPerLine = header.readUInt32BE(HEADER.bytesPerLine);
  const start = header.readUInt32BE(HEADER.size) + header.readUInt32BE(HEADER.colours) * HEADER.colourBytes;
  const line = Buffer.alloc(bytesPerLine);
  const readLine = (y: number): Buffer => {
    readSync(file, line, 0, bytesPerLine, start + y * bytesPerLine);
    return line;
  };
  const barsAt = (y: number): number => {
    const pixels = readLine(y);
    let number = 0;
    for (let index = 0; index < NUMBER_BITS; index += 1) {
      const value = pixels[(index * bar + bar / 2) * BYTES_PER_PIXEL] ?? 128;
      if (value > 60 && value < 195) return -1;
      number = number * 2 + (value >= 195 ? 1 : 0);
    }
    return number;
  };
  return {
    display,
    frameNumber: () => {
      // Two lines that agree: a picture half drawn is none.
      const [upper, lower] = [barsAt(7 * scale), barsAt(47 * scale)];
      return upper === lower ? upper : -1;
    },
    brightness: () => {
      let sum = 0;
      let count = 0;
      for (let y = 8; y < height; y += 24) {
        const pixels = readLine(y);
        for (let x = 8; x < width; x += 16) {
          sum += pixels[x * BYTES_PER_PIXEL] ?? 0;
          count += 1;
        }
      }
      return sum / count;
    },
    pixel: (x, y) => readLine(y)[x * BYTES_PER_PIXEL] ?? 0,
    isEven: () => {
      const middles = Array.from({ length: 16 }, (_, index) => Math.floor((index / 15) * (height - 1))).map(
        (y) => readLine(y)[Math.floor(width / 2) * BYTES_PER_PIXEL] ?? 0,
      );
      return Math.max(...middles) - Math.min(...middles) <= 1;
    },
    brightest: () => {
      let most = 0;
      for (let y = 0; y < height; y += 1) {
        const pixels = readLine(y);
        for (let x = 0; x < width; x += 1) most = Math.max(most, pixels[x * BYTES_PER_PIXEL] ?? 0);
      }
      return most;
    },
    bounds: (brightness) => {
      let [left, top, right, bottom] = [width, height, 0, 0];
      for (let y = 0; y < height; y += 1) {
        const pixels = readLine(y);
        for (let x = 0; x < width; x += 1) {
          if ((pixels[x * BYTES_PER_PIXEL] ?? 0) <= brightness) continue;
          [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
        }
      }
      return [left, top, right, bottom];
    },
    stop: async () => {
      closeSync(file);
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const startServer = async (folder: string, mode: string): Promise<{ server: ChildProcess; display: string }> => {
  // Xvfb picks a free display and writes its number to the descriptor.
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', mode, '-fbdir', folder, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = await new Promise<string>((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
    server.stdio[3]?.once('data', (data) => resolve(String(data).trim()));
  });
  if (!existsSync(join(folder, 'Xvfb_screen0'))) throw new Error('Xvfb has no frame buffer file');
  return { server, display: `:${number}` };
};
