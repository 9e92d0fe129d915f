// Machines recorded in folders: their files of the kernel, and the answers of their programs.
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Ask } from '../../../src/mpv/decoding/machine/abilities.ts';
import type { MachineFacts } from '../../../src/mpv/decoding/machine/facts.ts';
import { readMachineFacts } from '../../../src/mpv/decoding/machine/machine-facts.ts';

const toFileName = (program: string, args: readonly string[]): string => {
  if (program === 'mpv') return `mpv.${/--(\w+)/.exec(args.at(-1) ?? '')?.[1]}`;
  return `${program}.${basename(args.find((argument) => argument.includes('/dev/')) ?? '')}`;
};

export const rootOf = (machine: string): string => new URL(`./machines/${machine}`, import.meta.url).pathname;

export const replay =
  (machine: string): Ask =>
  (program, args) =>
    readFile(join(rootOf(machine), 'programs', toFileName(program, args)), 'utf8').catch(() => undefined);

export const readMachine = (machine: string): Promise<MachineFacts> =>
  readMachineFacts(rootOf(machine), 'mpv', replay(machine));
