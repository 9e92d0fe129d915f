// The checksum of a real file, read past the page cache.
import { getEventListeners } from 'node:events';
import { statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readFromCard } from '../../../src/library/integrity/card-reader.ts';
import { createFileChecksum } from '../../../src/library/integrity/file-checksum.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const MEBIBYTE = 1024 * 1024;

/** Something plays before the piece with this number. */
const stopsAt = (number: number) => {
  let pieces = 0;
  const throwIfAborted = (): void => {
    if (pieces === number) throw new Error('something plays');
    pieces += 1;
  };
  return { signal: Object.assign(new AbortController().signal, { throwIfAborted }), read: () => pieces };
};

test.each([0, 1, 511, 4096, MEBIBYTE, 2 * MEBIBYTE + 1, 3 * MEBIBYTE])('of a file of %d bytes', async (length) => {
  const path = join(await temporaryFolder(), 'file');
  const content = Buffer.alloc(length, 'some bytes ');
  writeFileSync(path, content);
  const { crc32: sum, file } = await createFileChecksum(path)(new AbortController().signal);
  expect([sum, file.bytes]).toEqual([crc32(content), length]);
});

test('it ends with the reason of its signal, and goes on where it was', async () => {
  const path = join(await temporaryFolder(), 'file');
  const content = Buffer.alloc(20 * MEBIBYTE, 'some bytes ');
  writeFileSync(path, content);
  const sum = createFileChecksum(path);
  const cut = stopsAt(3);
  await expect(sum(cut.signal)).rejects.toThrow('something plays');
  expect(cut.read()).toBe(3);
  const rest = stopsAt(99);
  expect(await sum(rest.signal)).toMatchObject({ crc32: crc32(content) });
  expect(rest.read()).toBe(17);
});

test('it begins anew when somebody has mended the file meanwhile, and put its times back', async () => {
  const path = join(await temporaryFolder(), 'file');
  writeFileSync(path, Buffer.alloc(2 * MEBIBYTE, 'damaged'));
  const { atime, mtime } = statSync(path);
  const sum = createFileChecksum(path);
  await expect(sum(stopsAt(1).signal)).rejects.toThrow('something plays');
  const whole = Buffer.alloc(2 * MEBIBYTE, 'whole');
  const { ctimeMs } = statSync(path);
  // Older kernels count the times of files in steps of some ms.
  do {
    writeFileSync(path, whole);
    utimesSync(path, atime, mtime);
  } while (statSync(path).ctimeMs === ctimeMs);
  expect(await sum(new AbortController().signal)).toMatchObject({ crc32: crc32(whole) });
});

test('it begins anew when the file has changed meanwhile', async () => {
  const path = join(await temporaryFolder(), 'file');
  writeFileSync(path, Buffer.alloc(MEBIBYTE, 'old'));
  const sum = createFileChecksum(path);
  await sum(new AbortController().signal);
  writeFileSync(path, 'new');
  expect(await sum(new AbortController().signal)).toMatchObject({ crc32: crc32('new'), file: { bytes: 3 } });
});

describe('where each piece takes an hour by the clock', () => {
  beforeEach(() => {
    let hours = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      hours += 1;
      return hours * 3_600_000;
    });
  });
  afterEach(() => void vi.restoreAllMocks());

  test('the pause after it is a second at most', async () => {
    const path = join(await temporaryFolder(), 'file');
    writeFileSync(path, 'a slow card');
    const { crc32: sum } = await createFileChecksum(path)(new AbortController().signal);
    expect(sum).toBe(crc32('a slow card'));
  });

  test('the pause after it ends when something plays', async () => {
    const path = join(await temporaryFolder(), 'file');
    writeFileSync(path, Buffer.alloc(20 * MEBIBYTE));
    const playing = new AbortController();
    const { signal } = playing;
    const read = expect(readFromCard(path, { begin: 0, signal, take: () => undefined })).rejects.toThrow('it plays');
    await vi.waitFor(() => expect(getEventListeners(signal, 'abort')).toHaveLength(1), {
      interval: 5,
      timeout: 30_000,
    });
    playing.abort(new Error('it plays'));
    await read;
  });
});
