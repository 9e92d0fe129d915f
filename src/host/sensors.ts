// Temperature, memory and power of the box.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPowerWatch, toPowerWarnings } from './board-power.ts';

export interface SensorReading {
  /** Degrees Celsius of the processor, where it has a sensor. */
  readonly temperatureCelsius?: number;
  readonly memoryBytes: number;
  /** Memory that programs can still have. */
  readonly memoryFreeBytes: number;
  /** Low voltage, a slowed processor; undefined where the board does not tell. */
  readonly warnings?: readonly string[];
}

/** Milli-degrees. systeminformation reported another sensor on a Pi 5, and asks with a shell that stops the event loop. */
const PROCESSOR_ZONE = 'sys/class/thermal/thermal_zone0/temp';
const LOWEST_CELSIUS = -40;
const HIGHEST_CELSIUS = 150;

const isPlausible = (celsius: unknown): celsius is number =>
  typeof celsius === 'number' && celsius > LOWEST_CELSIUS && celsius < HIGHEST_CELSIUS;

const readZone = async (path: string): Promise<number | undefined> => {
  const celsius = Number(await readFile(path, 'utf8').catch(() => Number.NaN)) / 1000;
  return isPlausible(celsius) ? celsius : undefined;
};

/**
 * Loads systeminformation when it is first asked, so that the start does not wait for it, and only the two parts that are
 * needed: the whole takes 10 MB of memory, these take 3.
 * @param root `/`, or a folder that stands for it
 */
export const createSensors = (root: string): { readonly read: () => Promise<SensorReading> } => {
  const readPower = createPowerWatch(root);
  let hasOtherSensor = true;

  const temperature = async (): Promise<number | undefined> => {
    const zone = await readZone(join(root, PROCESSOR_ZONE));
    if (zone !== undefined || !hasOtherSensor) return zone;
    const { default: cpu } = await import('systeminformation/lib/cpu.js');
    const { main } = await cpu.cpuTemperature();
    // A box without any sensor has none the next time either, and asking costs several child processes.
    hasOtherSensor = isPlausible(main);
    return hasOtherSensor ? main : undefined;
  };

  return {
    read: async () => {
      const { default: memory } = await import('systeminformation/lib/memory.js');
      const [{ total, available }, temperatureCelsius] = [await memory.mem(), await temperature()];
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
