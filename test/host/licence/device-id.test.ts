import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readDeviceId } from '../../../src/host/licence/device-id.ts';
import { createRecordingLog } from '../../fakes/recording-log.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

/** A box with these system files; `id` asks for its id. */
const createBox = async (files: Readonly<Record<string, string>>, stateDir?: string) => {
  const systemRoot = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(systemRoot, name)), { recursive: true });
    await writeFile(join(systemRoot, name), text);
  }
  const log = createRecordingLog();
  const state = stateDir ?? (await temporaryFolder());
  return { log, state, id: () => readDeviceId({ systemRoot, stateDir: state, log }) };
};

const SERIAL = '10000000abcdef01';
const MACHINE_ID = '3d1219c7c4c5404aaa1f6d2a48adfda4';
const tree = { 'proc/device-tree/serial-number': `${SERIAL}\0` };
const cpu = {
  'proc/cpuinfo': `processor\t: 0\n\nHardware\t: BCM2835\nSerial\t\t: ${SERIAL}\nModel\t: Raspberry Pi 4\n`,
};
const machine = { 'etc/machine-id': `${MACHINE_ID}\n` };

const idOf = async (files: Readonly<Record<string, string>>) => (await createBox(files)).id();

test('the id comes from the serial number of the board, wherever the kernel says it, whatever is installed', async () => {
  const id = await idOf(tree);
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  expect([await idOf(cpu), await idOf({ ...tree, ...machine })]).toEqual([id, id]);
});

test('without a serial number it comes from the machine-id', async () => {
  const id = await idOf(machine);
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  expect(id).not.toBe(await idOf(tree));
  expect(await idOf({ ...machine, 'proc/cpuinfo': 'Serial\t\t: 0000000000000000\n' })).toBe(id);
});

test('neither is shown raw', async () => {
  expect(SERIAL).not.toContain((await idOf(tree)).slice(0, 8));
  expect(MACHINE_ID).not.toContain((await idOf(machine)).slice(0, 8));
});

test('a box that has neither makes one up, keeps it, and says so once', async () => {
  const first = await createBox({ 'etc/machine-id': 'uninitialized\n' });
  const id = await first.id();
  const second = await createBox({}, first.state);
  expect(await second.id()).toBe(id);
  expect([first.log.lines.map(({ text }) => text), second.log.lines]).toEqual([
    [`This box has neither a serial number nor a machine-id; its new id is ${id}.`],
    [],
  ]);
});

test('a made-up id that cannot be kept is used all the same', async () => {
  const inTheWay = join(await temporaryFolder(), 'file');
  await writeFile(inTheWay, '');
  const box = await createBox({}, join(inTheWay, 'state'));
  expect(await box.id()).toMatch(/^[0-9a-f]{16}$/);
  expect(box.log.lines.map(({ level }) => level)).toEqual(['warning', 'error']);
});
