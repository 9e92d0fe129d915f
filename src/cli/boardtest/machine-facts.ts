// What a result says of the machine: model, kernel and versions; nothing that tells whose it is or where it stands.
import { readdir, readFile } from 'node:fs/promises';
import { arch, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { askAbilities } from '../../mpv/decoding/machine/abilities.ts';
import { askProgram } from '../../mpv/decoding/machine/bounded-program.ts';
import type { MachineFacts } from '../../mpv/decoding/machine/facts.ts';
import { readHardware } from '../../mpv/decoding/machine/hardware.ts';
import { outputOf } from '../subprocess.ts';

export interface BoardFacts {
  readonly model: string;
  readonly processor: string;
  readonly cores: number;
  readonly memoryMebibytes: number;
  /** For buffers of the screen and of decoders; absent: the kernel does not tell. */
  readonly contiguousMebibytes?: number;
  readonly architecture: string;
  readonly system: string;
  readonly kernel: string;
  /** Drivers of the displays and of what renders. */
  readonly displayDrivers: readonly string[];
  /** First mode of each display that is plugged in. */
  readonly screens: readonly string[];
  /** The kernel's video devices, decoders among them, with what each takes where it could be asked. */
  readonly videoDevices: readonly {
    readonly driver: string;
    readonly name: string;
    readonly formats?: readonly string[];
  }[];
  /** Absent: there is none, or it could not be asked. */
  readonly vaapi?: { readonly driver: string; readonly profiles: readonly string[] };
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

const readScreens = async (root: string): Promise<readonly string[]> => {
  const folder = join(root, 'sys/class/drm');
  const connectors = (await readdir(folder).catch(() => [])).filter((name) => /^card\d+-/.test(name)).sort();
  const modes = await Promise.all(connectors.map((name) => readText(join(folder, name, 'modes'))));
  return modes.flatMap((text) => text.split('\n')[0] || []);
};

const BYTES_PER_MEBIBYTE = 2 ** 20;
const toMebibytes = (bytes: number): number => Math.round(bytes / BYTES_PER_MEBIBYTE);

/** What the player knows of the machine when it chooses a decoder. */
export const readDecodingFacts = async (root: string, mpv: string): Promise<MachineFacts> => {
  const hardware = readHardware(root);
  return { hardware, abilities: await askAbilities(root, mpv, hardware, askProgram) };
};

/**
 * @param root `/`, or a folder in its place
 * @param secrets words that must not be told, such as the host name
 */
export const toBoardFacts = async (
  root: string,
  { hardware, abilities }: MachineFacts,
  ffmpeg: string,
  secrets: readonly string[],
): Promise<BoardFacts> => {
  const clean = (text: string): string => toAnonymous(text, secrets) || 'unknown';
  const cleanAll = (texts: readonly string[]): readonly string[] => [...new Set(texts.map(clean))];
  const { contiguousBytes } = hardware;
  const { vaapi } = abilities;
  return {
    model: clean(hardware.model || 'unknown machine'),
    processor: clean(cpus()[0]?.model ?? ''),
    cores: cpus().length,
    memoryMebibytes: toMebibytes(totalmem()),
    ...(contiguousBytes !== undefined && { contiguousMebibytes: toMebibytes(contiguousBytes) }),
    architecture: arch(),
    system: clean(/^PRETTY_NAME="?([^"\n]*)/m.exec(await readText(join(root, 'etc/os-release')))?.[1] ?? ''),
    kernel: clean(hardware.kernel),
    displayDrivers: cleanAll([...hardware.cards, ...hardware.renderers.map(({ driver }) => driver)]),
    screens: cleanAll(await readScreens(root)),
    videoDevices: abilities.devices.map(({ driver, name, formats }) => ({
      driver: clean(driver),
      name: clean(name),
      ...(formats !== undefined && { formats: cleanAll(formats) }),
    })),
    ...(vaapi !== undefined && { vaapi: { driver: clean(vaapi.driver), profiles: cleanAll(vaapi.profiles) } }),
    mpv: clean(abilities.mpv.version),
    ffmpeg: clean(/^ffmpeg version (\S+)/.exec((await outputOf(ffmpeg, ['-version'])) ?? '')?.[1] ?? ''),
  };
};
