// Temperature, memory and power of the box.
import { join } from 'node:path';
import { createPowerWatch, toPowerWarnings } from './board-power.ts';
import { findMonitor, readSensorFile } from './hwmon.ts';

export interface SensorReading {
  /** Degrees Celsius of the processor, where it has a sensor. */
  readonly temperatureCelsius?: number;
  readonly memoryBytes: number;
  /** Memory that programs can still have. */
  readonly memoryFreeBytes: number;
  /** Low voltage, a slowed processor; undefined where the board does not tell. */
  readonly warnings?: readonly string[];
}

/** Milli-degrees. A PC's first zone is often the board's, so its processor's own monitor comes before it. */
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
 * systeminformation is not asked: it took another sensor on a Pi 5, and the five programs that it starts hold every answer
 * up for tens of milliseconds.
 */
const readTemperature = async (root: string): Promise<number | undefined> => {
  const monitor = await findMonitor(root, PROCESSOR_MONITORS);
  const own = monitor === undefined ? undefined : await readCelsius(join(monitor, FIRST_INPUT));
  return own ?? (await readCelsius(join(root, FIRST_ZONE)));
};

/**
 * Loads systeminformation when it is first asked, so that the start does not wait for it, and only the part that is
 * needed: the whole takes 10 MB of memory.
 * @param root `/`, or a folder that stands for it
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
