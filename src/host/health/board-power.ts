// Reads under-voltage and throttling of a Raspberry Pi.
import { join } from 'node:path';
import { findMonitor, readSensorFile } from './hwmon.ts';

interface BoardPower {
  readonly isVoltageLow: boolean;
  /** Since boot; undefined when the board keeps no history. */
  readonly wasVoltageLow: boolean | undefined;
  /** Throttled by heat or low voltage. */
  readonly isSlowed: boolean;
  readonly wasSlowed: boolean;
}

/** The firmware's file of a Pi 1 to 4, and of a Pi 5. */
const FIRMWARE = [
  'sys/devices/platform/soc/soc:firmware/get_throttled',
  'sys/devices/platform/soc@107c000000/soc@107c000000:firmware/get_throttled',
] as const;

/** Firmware bits: low voltage, frequency capped, throttled, soft temperature limit; the same 16 bits higher for the past. */
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

/** Kernels without the firmware's file have a driver with a single alarm. */
const readAlarm = async (root: string): Promise<BoardPower | undefined> => {
  const folder = await findMonitor(root, ['rpi_volt']);
  if (folder === undefined) return undefined;
  const isVoltageLow = (await readSensorFile(join(folder, 'in0_lcrit_alarm'))) === '1';
  return { isVoltageLow, wasVoltageLow: undefined, isSlowed: false, wasSlowed: false };
};

/** @param root `/`, or a folder in its place @returns undefined when the board does not report */
export const readBoardPower = async (root: string): Promise<BoardPower | undefined> =>
  (await readFirmware(root)) ?? (await readAlarm(root));

/**
 * Polls the board's power and keeps past alarms: kernels clear the firmware's history each time they read it, which
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

/** A short text for each problem. */
export const toPowerWarnings = (power: BoardPower): readonly string[] => {
  const warnings: string[] = [];
  if (power.isVoltageLow) warnings.push('The voltage is too low');
  else if (power.wasVoltageLow) warnings.push('The voltage was too low since the start');
  if (power.isSlowed) warnings.push('The processor is slowed down');
  else if (power.wasSlowed) warnings.push('The processor was slowed down since the start');
  return warnings;
};
