// Temperature, memory and power of the box.
import { join } from 'node:path';
import { createPowerWatch, toPowerWarnings } from './board-power.ts';
import { findMonitor, readSensorFile } from './hwmon.ts';

export interface SensorReading {
  /** Processor temperature in °C, if it has a sensor. */
  readonly temperatureCelsius?: number;
  readonly memoryBytes: number;
  /** Available memory. */
  readonly memoryFreeBytes: number;
  /** Low voltage and throttling; undefined when the board does not report. */
  readonly warnings?: readonly string[];
}

/** In millidegrees. A PC's first thermal zone is often the board's, so the processor's own monitor comes first. */
const PROCESSOR_MONITORS = ['coretemp', 'k10temp', 'zenpower'];
const FIRST_INPUT = 'temp1_input';
const FIRST_ZONE = 'sys/class/thermal/thermal_zone0/temp';
const MIN_CELSIUS = -40;
const MAX_CELSIUS = 150;

const readCelsius = async (path: string): Promise<number | undefined> => {
  const text = await readSensorFile(path);
  const celsius = Number(text) / 1000;
  return text !== '' && celsius > MIN_CELSIUS && celsius < MAX_CELSIUS ? celsius : undefined;
};

/**
 * Not by systeminformation: it read another sensor on a Pi 5, and the five programs that it starts delay every answer
 * by tens of milliseconds.
 */
const readTemperature = async (root: string): Promise<number | undefined> => {
  const monitor = await findMonitor(root, PROCESSOR_MONITORS);
  const own = monitor === undefined ? undefined : await readCelsius(join(monitor, FIRST_INPUT));
  return own ?? (await readCelsius(join(root, FIRST_ZONE)));
};

/**
 * Loads systeminformation at first use, so that the start does not wait for it, and only the needed part:
 * the whole takes 10 MB of memory.
 * @param root `/`, or a folder in its place
 */
export const createSensors = (root: string): { readonly read: () => Promise<SensorReading> } => {
  const readPower = createPowerWatch(root);
  return {
    read: async () => {
      const { default: memory } = await import('systeminformation/lib/memory.js');
      const [{ total, available }, temperatureCelsius] = [await memory.mem(), await readTemperature(root)];
      const power = await readPower();
      return {
        memoryBytes: total,
        memoryFreeBytes: available,
        ...(temperatureCelsius !== undefined && { temperatureCelsius }),
        ...(power !== undefined && { warnings: toPowerWarnings(power) }),
      };
    },
  };
};
