// Reads under-voltage and throttling of a Raspberry Pi.
import { join } from 'node:path';
import { findMonitor, readSensorFile } from './hwmon.ts';

export interface BoardPower {
  readonly isVoltageLow: boolean;
  /** Since the start; undefined where the board keeps no history. */
  readonly wasVoltageLow: boolean | undefined;
  /** By heat or for want of voltage. */
  readonly isSlowed: boolean;
  readonly wasSlowed: boolean;
}

/** The file of a Pi 1 to 4, and of a Pi 5. */
const FIRMWARE = [
  'sys/devices/platform/soc/soc:firmware/get_throttled',
  'sys/devices/platform/soc@107c000000/soc@107c000000:firmware/get_throttled',
] as const;

/** Bits of the firmware: voltage low, frequency capped, throttled, soft heat limit; the same 16 higher for the past. */
const LOW = 0b0001;
const SLOWED = 0b1110;
const PAST = 16;

const readFirmware = async (root: string): Promise<BoardPower | undefined> => {
  for (const path of FIRMWARE) {
    const bits = Number.parseInt(await readSensorFile(join(root, path)), 16);
    if (Number.isNaN(bits)) continue;
    const past = bits >>> PAST;
    return {
      isVoltageLow: (bits & LOW) !== 0,
      wasVoltageLow: (past & LOW) !== 0,
      isSlowed: (bits & SLOWED) !== 0,
      wasSlowed: (past & SLOWED) !== 0,
    };
  }
  return undefined;
};

/** Kernels without the firmware's file have a driver with one alarm. */
const readAlarm = async (root: string): Promise<BoardPower | undefined> => {
  const folder = await findMonitor(root, ['rpi_volt']);
  if (folder === undefined) return undefined;
  const isVoltageLow = (await readSensorFile(join(folder, 'in0_lcrit_alarm'))) === '1';
  return { isVoltageLow, wasVoltageLow: undefined, isSlowed: false, wasSlowed: false };
};

/** @param root `/`, or a folder that stands for it; undefined where the board does not tell */
export const readBoardPower = async (root: string): Promise<BoardPower | undefined> =>
  (await readFirmware(root)) ?? (await readAlarm(root));

/**
 * Reads it again and again and keeps what once was: kernels clear the firmware's history each time they look at it, which
 * is every two seconds.
 */
export const createPowerWatch = (root: string): (() => Promise<BoardPower | undefined>) => {
  let [wasVoltageLow, wasSlowed] = [false, false];
  return async () => {
    const now = await readBoardPower(root);
    if (now === undefined) return undefined;
    wasVoltageLow ||= now.isVoltageLow || now.wasVoltageLow === true;
    wasSlowed ||= now.isSlowed || now.wasSlowed;
    return { ...now, wasVoltageLow, wasSlowed };
  };
};

/** A few words for each thing that is not as it should be. */
export const toPowerWarnings = (power: BoardPower): readonly string[] => {
  const warnings: string[] = [];
  if (power.isVoltageLow) warnings.push('The voltage is too low');
  else if (power.wasVoltageLow) warnings.push('The voltage was too low since the start');
  if (power.isSlowed) warnings.push('The processor is slowed down');
  else if (power.wasSlowed) warnings.push('The processor was slowed down since the start');
  return warnings;
};
