import { mkdir, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { HealthMonitor } from '../../../src/host/health/health-monitor.ts';
import { readPartition } from '../../../src/host/health/partition.ts';
import { createSensors } from '../../../src/host/health/sensors.ts';
import { createRecordingLog } from '../../fakes/recording-log.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const createMonitor = async (clipsDir: string, hostRoot = '/', everySeconds = 20) => {
  const log = createRecordingLog();
  const monitor = new HealthMonitor({ clipsDir, hostRoot, log, everySeconds });
  onTestFinished(() => monitor.dispose());
  await monitor.start();
  return { monitor, log };
};

test('the partition is known from the start on: what an unprivileged process may use, and its size', async () => {
  const clipsDir = await temporaryFolder();
  const { monitor } = await createMonitor(clipsDir);
  const { bavail, blocks, bsize } = await statfs(clipsDir);
  expect(monitor.partition().sizeBytes).toBe(blocks * bsize);
  // Others write to the same disk meanwhile.
  expect(Math.abs(monitor.partition().freeBytes - bavail * bsize)).toBeLessThan(1024 ** 3);
});

test('the memory of the box is known a moment later', async () => {
  const { monitor } = await createMonitor(await temporaryFolder());
  await vi.waitFor(() => expect(monitor.sensors()).toBeDefined(), 10_000);
  const { memoryBytes = 0, memoryFreeBytes = 0 } = monitor.sensors() ?? {};
  expect(memoryBytes).toBeGreaterThan(memoryFreeBytes);
  expect(memoryFreeBytes).toBeGreaterThan(0);
});

test('an upload is seen as soon as it is told of', async () => {
  const clipsDir = await temporaryFolder();
  const { monitor } = await createMonitor(clipsDir);
  const before = monitor.partition();
  await writeFile(join(clipsDir, 'clip.mp4'), Buffer.alloc(8 * 1024 * 1024));
  monitor.refreshPartition();
  await vi.waitFor(() => expect(monitor.partition()).not.toEqual(before), 10_000);
});

test('a disk that is gone keeps its last value, and is told of once', async () => {
  const { monitor, log } = await createMonitor('/proc/nowhere');
  expect(monitor.partition()).toEqual({ freeBytes: 0, sizeBytes: 0 });
  expect(log.lines.map(({ text }) => text)).toEqual([
    'Cannot read the health of the device: it is not there (ENOENT).',
  ]);
});

test('check-disk-space and the file system agree', async () => {
  const folder = await temporaryFolder();
  const { blocks, bsize } = await statfs(folder);
  expect((await readPartition(folder)).sizeBytes).toBe(blocks * bsize);
});

/** Writes files below a folder that stands for the machine's root. */
const write = async (root: string, file: string, text: string): Promise<void> => {
  await mkdir(dirname(join(root, file)), { recursive: true });
  await writeFile(join(root, file), text);
};

const ZONE = 'sys/class/thermal/thermal_zone0/temp';
const PROCESSOR = 'sys/class/hwmon/hwmon1';

test.each([
  ['has one sensor', { [ZONE]: '47312\n' }, 47.312],
  ['is at its freezing point', { [ZONE]: '0\n' }, 0],
  ['gives a nonsensical value', { [ZONE]: '-273000\n' }, undefined],
  ['gives no value', { [ZONE]: '\n' }, undefined],
  ['has no sensor', {}, undefined],
  [
    'has one for the board and one in the processor',
    { [ZONE]: '27800\n', [`${PROCESSOR}/name`]: 'coretemp\n', [`${PROCESSOR}/temp1_input`]: '61000\n' },
    61,
  ],
  [
    'has a sensor in the processor that gives no value',
    { [ZONE]: '27800\n', [`${PROCESSOR}/name`]: 'k10temp\n' },
    27.8,
  ],
])('the temperature of a box that %s', async (_what, files, celsius) => {
  const root = await temporaryFolder();
  for (const [file, text] of Object.entries(files)) await write(root, file, text);
  expect((await createSensors(root).read()).temperatureCelsius).toBe(celsius);
});

const FIRMWARE = 'sys/devices/platform/soc/soc:firmware/get_throttled';
const FIRMWARE_OF_PI_5 = 'sys/devices/platform/soc@107c000000/soc@107c000000:firmware/get_throttled';
const SENSOR = 'sys/class/hwmon/hwmon2';
const WAS_LOW = 'The voltage was too low since the start';
const WAS_SLOWED = 'The processor was slowed down since the start';

test.each([
  ['no such file', {}, undefined],
  ['nothing wrong', { [FIRMWARE]: '0\n' }, []],
  ['low voltage', { [FIRMWARE]: '50005\n' }, ['The voltage is too low', 'The processor is slowed down']],
  ['low voltage once', { [FIRMWARE_OF_PI_5]: '50000\n' }, [WAS_LOW, WAS_SLOWED]],
  ['heat', { [FIRMWARE]: '80008\n' }, ['The processor is slowed down']],
  [
    'the alarm of its sensor',
    { [`${SENSOR}/name`]: 'rpi_volt\n', [`${SENSOR}/in0_lcrit_alarm`]: '1\n' },
    ['The voltage is too low'],
  ],
  ['no alarm', { [`${SENSOR}/name`]: 'rpi_volt\n', [`${SENSOR}/in0_lcrit_alarm`]: '0\n' }, []],
  ['another sensor', { [`${SENSOR}/name`]: 'cpu_thermal\n' }, undefined],
])('a board that tells of %s', async (_what, files, warnings) => {
  const root = await temporaryFolder();
  for (const [file, text] of Object.entries(files)) await write(root, file, text);
  expect((await createSensors(root).read()).warnings).toEqual(warnings);
});

test('low voltage is told in the log once, and remembered when the kernel has forgotten it', async () => {
  const root = await temporaryFolder();
  await write(root, FIRMWARE, '50005\n');
  const { monitor, log } = await createMonitor(root, root, 0.05);
  await vi.waitFor(() => expect(monitor.sensors()?.warnings).toContain('The voltage is too low'), 10_000);
  await write(root, FIRMWARE, '0\n');
  await vi.waitFor(() => expect(monitor.sensors()?.warnings).toEqual([WAS_LOW, WAS_SLOWED]), 10_000);
  expect(log.lines.map(({ text }) => text)).toEqual(
    ['The voltage is too low', 'The processor is slowed down', WAS_LOW, WAS_SLOWED].map((text) => `${text}.`),
  );
});
