import { statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { lookAtPartition } from '../../src/host/partition.ts';
import { createSensors } from '../../src/host/sensors.ts';
import { Vitals } from '../../src/host/vitals.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const createVitals = async (clipsDir: string) => {
  const log = createRecordingLog();
  const vitals = new Vitals({ clipsDir, log });
  onTestFinished(() => vitals.dispose());
  await vitals.start();
  return { vitals, log };
};

test('the partition is known from the start on: what an unprivileged process may use, and its size', async () => {
  const clipsDir = await temporaryFolder();
  const { vitals } = await createVitals(clipsDir);
  const { bavail, blocks, bsize } = await statfs(clipsDir);
  expect(vitals.partition().sizeBytes).toBe(blocks * bsize);
  // Others write to the same disk meanwhile.
  expect(Math.abs(vitals.partition().freeBytes - bavail * bsize)).toBeLessThan(1024 ** 3);
});

test('the memory of the box is known a moment later', async () => {
  const { vitals } = await createVitals(await temporaryFolder());
  await vi.waitFor(() => expect(vitals.sensors()).toBeDefined(), 10_000);
  const { memoryBytes = 0, memoryFreeBytes = 0 } = vitals.sensors() ?? {};
  expect(memoryBytes).toBeGreaterThan(memoryFreeBytes);
  expect(memoryFreeBytes).toBeGreaterThan(0);
});

test('an upload is seen as soon as it is told of', async () => {
  const clipsDir = await temporaryFolder();
  const { vitals } = await createVitals(clipsDir);
  const before = vitals.partition();
  await writeFile(join(clipsDir, 'clip.mp4'), Buffer.alloc(8 * 1024 * 1024));
  vitals.refreshPartition();
  await vi.waitFor(() => expect(vitals.partition()).not.toEqual(before), 10_000);
});

test('a disk that is gone keeps its last value, and is told of once', async () => {
  const { vitals, log } = await createVitals('/proc/nowhere');
  expect(vitals.partition()).toEqual({ freeBytes: 0, sizeBytes: 0 });
  expect(log.lines.map(({ text }) => text)).toEqual(['The state of the box is not known: it is not there (ENOENT).']);
});

test('check-disk-space and the file system agree', async () => {
  const folder = await temporaryFolder();
  const { blocks, bsize } = await statfs(folder);
  expect((await lookAtPartition(folder)).sizeBytes).toBe(blocks * bsize);
});

test("the kernel's own sensor is believed, and a nonsensical value is not", async () => {
  const zone = join(await temporaryFolder(), 'temp');
  await writeFile(zone, '47312\n');
  expect((await createSensors(zone).read()).temperatureCelsius).toBe(47.312);
  await writeFile(zone, '-273000\n');
  expect((await createSensors(zone).read()).temperatureCelsius).not.toBe(-273);
});
