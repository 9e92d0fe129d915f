import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ByteWindow, MAX_READS } from '../../../src/library/containers/byte-window.ts';
import { isCutOff } from '../../../src/library/containers/cut-off.ts';
import { lengthWithoutJumps } from '../../../src/library/containers/transport-clock.ts';
import { whyUnplayable } from '../../../src/library/containers/unplayable-kinds.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const repeated = (part: Buffer, times: number): Buffer => Buffer.alloc(part.length * times, part);
const box = (name: string): Buffer => Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from(name)]);
const packet = (): Buffer => Buffer.concat([Buffer.from([0x47, 0x01, 0x00, 0x10]), Buffer.alloc(184)]);

/** Files of so many of the smallest parts, the last of which is cut off. */
const tiny = (parts: number): Readonly<Record<string, Buffer>> => ({
  gif: Buffer.concat([
    Buffer.from('GIF89a\x40\0\x40\0\0\0\0\x21\xfe', 'latin1'),
    repeated(Buffer.from('\x01A'), parts),
    Buffer.from([9]),
  ]),
  mp4: Buffer.concat([box('ftyp'), repeated(box('free'), parts), Buffer.from([0, 0, 0, 16]), Buffer.from('free')]),
  mkv: Buffer.concat([
    Buffer.from('1a45dfa3801853806701ffffffffffffff', 'hex'),
    repeated(Buffer.from([0xec, 0x80]), parts),
    Buffer.from([0xec, 0x84]),
  ]),
  avi: Buffer.concat([
    repeated(Buffer.from('RIFF\x02\0\0\0AB', 'latin1'), parts),
    Buffer.from('RIFF\x09\0\0\0', 'latin1'),
  ]),
  png: Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    repeated(Buffer.from('\0\0\0\0teSt\0\0\0\0', 'latin1'), parts),
  ]),
});

const windowOf = async (bytes: Buffer) => {
  const path = join(await temporaryFolder(), 'file');
  await writeFile(path, bytes);
  const file = await open(path, 'r');
  onTestFinished(() => file.close());
  return { read: vi.spyOn(file, 'read'), window: new ByteWindow(file, bytes.length) };
};

test.each(Object.keys(tiny(1)))('a %s is looked at in so many parts at most, then the decoder judges', async (kind) => {
  const [few, many] = [tiny(1000)[kind], tiny(2 * MAX_READS)[kind]];
  expect(await isCutOff((await windowOf(few ?? Buffer.alloc(0))).window)).toBe(true);
  const { read, window } = await windowOf(many ?? Buffer.alloc(0));
  expect(await whyUnplayable(window)).toBe(undefined);
  expect(await isCutOff(window)).toBe(false);
  // The rest of the file was not even read.
  expect(read.mock.calls.length * 64 * 1024).toBeLessThan((many ?? []).length);
});

test('other work has its turn while small parts are looked at', async () => {
  const { window } = await windowOf(tiny(30_000).gif ?? Buffer.alloc(0));
  let turns = 0;
  const count = (): void => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  await isCutOff(window);
  clearImmediate(next);
  expect(turns).toBeGreaterThanOrEqual(7);
});

test('a transport stream without a clock is not searched for ever', async () => {
  const { read, window } = await windowOf(repeated(packet(), 300_000));
  expect(await lengthWithoutJumps(window)).toBe(undefined);
  expect(read.mock.calls.length).toBeLessThan(3500);
});
