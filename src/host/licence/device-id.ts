// The id that a device is licensed by: one-way from what the hardware is called, so that it outlives a new installation.
import { createHmac, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toReason } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { fitting, object, recordMode, textForm } from '../../schema/schema.ts';
import { createDurableFile } from '../../storage/durable-file.ts';

const KEY = 'cuedeck device id';
const ID = /^[0-9a-f]{16}$/;

/** Boards without a serial number report nothing, or zeros. */
const SERIAL = /^(?!0+$)[0-9a-z]{8,64}$/;
const MACHINE_ID = /^(?!0+$)[0-9a-f]{32}$/;

const read = async (path: string): Promise<string> => (await readFile(path, 'utf8').catch(() => '')).toLowerCase();

/** A Pi has the same number in both places; older kernels only have the second. */
const readSerial = async (root: string): Promise<string | undefined> => {
  const tree = (await read(join(root, 'proc/device-tree/serial-number'))).replace(/\0/g, '').trim();
  const cpu = /^serial\s*:\s*(\S+)\s*$/m.exec(await read(join(root, 'proc/cpuinfo')))?.[1] ?? '';
  return [tree, cpu].find((serial) => SERIAL.test(serial));
};

const readMachineId = async (root: string): Promise<string | undefined> => {
  const id = (await read(join(root, 'etc/machine-id'))).trim();
  return MACHINE_ID.test(id) ? id : undefined;
};

const derive = (source: string, value: string): string =>
  createHmac('sha256', KEY).update(`${source}:${value}`).digest('hex').slice(0, 16);

const KEPT = object({ id: textForm('16 hexadecimal digits', fitting(ID)) });
const MODE = recordMode(() => new Error('not a device id'));
const parseKept = (value: unknown): { readonly id: string } => KEPT.parse(value, 'it', MODE);

/** The last resort: generated once and saved. */
const readKept = async (stateDir: string, log: Log): Promise<string> => {
  const file = createDurableFile({ path: join(stateDir, 'device-id.json'), parse: parseKept });
  const { document } = await file.read();
  if (document !== undefined) return document.id;
  const id = randomBytes(8).toString('hex');
  log.warning(`This box has neither a serial number nor a machine-id; its new id is ${id}.`);
  await file.write({ id }).catch((error) => log.error(`The device id cannot be saved: ${toReason(error)}.`));
  return id;
};

/**
 * @param deps.systemRoot `/`, or a folder in its place
 * @returns 16 lower-case hex digits
 */
export const readDeviceId = async (deps: {
  readonly systemRoot: string;
  readonly stateDir: string;
  readonly log: Log;
}): Promise<string> => {
  const serial = await readSerial(deps.systemRoot);
  if (serial !== undefined) return derive('board', serial);
  const machineId = await readMachineId(deps.systemRoot);
  return machineId === undefined ? readKept(deps.stateDir, deps.log) : derive('machine', machineId);
};
