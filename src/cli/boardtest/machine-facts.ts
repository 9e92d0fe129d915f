// What a result says of the machine: model, kernel and versions; nothing that tells whose it is or where it stands.
import { readdir, readFile } from 'node:fs/promises';
import { arch, cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { outputOf } from '../subprocess.ts';

export interface MachineFacts {
  readonly model: string;
  readonly processor: string;
  readonly cores: number;
  readonly memoryMebibytes: number;
  readonly architecture: string;
  readonly system: string;
  readonly kernel: string;
  /** Drivers of the displays. */
  readonly displayDrivers: readonly string[];
  /** First mode of each display that is plugged in. */
  readonly screens: readonly string[];
  /** Names of the kernel's video devices, decoders among them. */
  readonly videoDevices: readonly string[];
  readonly mpv: string;
  readonly ffmpeg: string;
}

const MAX_TEXT = 120;

/** Addresses of the network and of cards, and numbers long enough to be a serial one. */
const IDENTIFYING =
  /\b(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}\b|\b\d{1,3}(?:\.\d{1,3}){3}\b|(?:[0-9a-f]{0,4}:){3,}[0-9a-f]{0,4}|\b[0-9a-f]{8}-[0-9a-f-]{20,}\b|\b(?=[0-9a-f]*\d)[0-9a-f]{12,}\b|\S+@\S+/gi;

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * A text of the machine without what could tell whose it is.
 * @param secrets words that must not be in it, such as its host name
 */
export const toAnonymous = (text: string, secrets: readonly string[]): string => {
  const words = secrets.filter((word) => word !== '').map(escapePattern);
  const named = words.length === 0 ? text : text.replace(new RegExp(`(?<!\\w)(?:${words.join('|')})(?!\\w)`, 'g'), '…');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a device tree ends its texts with a zero
  const plain = named.replace(IDENTIFYING, '…').replace(/[\u0000-\u001f\u007f]+/g, ' ');
  return plain.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT);
};

const readText = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');
const namesIn = async (folder: string): Promise<readonly string[]> => (await readdir(folder).catch(() => [])).sort();

const readModel = async (root: string): Promise<string> => {
  const board = await readText(join(root, 'proc/device-tree/model'));
  if (board !== '') return board;
  const names = ['sys_vendor', 'product_name'].map((name) => readText(join(root, 'sys/class/dmi/id', name)));
  return (await Promise.all(names)).join(' ').trim() || 'unknown machine';
};

const toUnique = (texts: readonly string[]): readonly string[] => [...new Set(texts)].filter((text) => text !== '');

const readDrivers = async (root: string): Promise<readonly string[]> => {
  const folder = join(root, 'sys/class/drm');
  const cards = (await namesIn(folder)).filter((name) => /^(card|renderD)\d+$/.test(name));
  const events = await Promise.all(cards.map((name) => readText(join(folder, name, 'device/uevent'))));
  return events.map((text) => /^DRIVER=(.+)$/m.exec(text)?.[1] ?? '');
};

const readScreens = async (root: string): Promise<readonly string[]> => {
  const folder = join(root, 'sys/class/drm');
  const connectors = (await namesIn(folder)).filter((name) => /^card\d+-/.test(name));
  const modes = await Promise.all(connectors.map((name) => readText(join(folder, name, 'modes'))));
  return modes.map((text) => text.split('\n')[0] ?? '');
};

const readVideoDevices = async (root: string): Promise<readonly string[]> => {
  const folder = join(root, 'sys/class/video4linux');
  return Promise.all((await namesIn(folder)).map((name) => readText(join(folder, name, 'name'))));
};

/**
 * @param root `/`, or a folder in its place
 * @param secrets words that must not be told, such as the host name
 */
export const readMachine = async (
  root: string,
  programs: { readonly mpv: string; readonly ffmpeg: string },
  secrets: readonly string[],
): Promise<MachineFacts> => {
  const clean = (text: string): string => toAnonymous(text, secrets);
  const cleanAll = (texts: readonly string[]): readonly string[] => toUnique(texts.map(clean));
  const versionOf = async (program: string, args: readonly string[], pattern: RegExp): Promise<string> =>
    pattern.exec((await outputOf(program, args)) ?? '')?.[1] ?? 'unknown';
  const system = /^PRETTY_NAME="?([^"\n]*)/m.exec(await readText(join(root, 'etc/os-release')))?.[1] ?? 'unknown';
  return {
    model: clean(await readModel(root)),
    processor: clean(cpus()[0]?.model ?? 'unknown'),
    cores: cpus().length,
    memoryMebibytes: Math.round(totalmem() / 2 ** 20),
    architecture: arch(),
    system: clean(system),
    kernel: clean(release()),
    displayDrivers: cleanAll(await readDrivers(root)),
    screens: cleanAll(await readScreens(root)),
    videoDevices: cleanAll(await readVideoDevices(root)),
    mpv: clean(await versionOf(programs.mpv, ['--no-config', '--version'], /^mpv v?(\S+)/)),
    ffmpeg: clean(await versionOf(programs.ffmpeg, ['-version'], /^ffmpeg version (\S+)/)),
  };
};
