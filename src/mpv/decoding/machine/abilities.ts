// Asks programs what the decoders of the machine take, and what mpv can do with them.
import { join } from 'node:path';
import type { Abilities, Hardware, V4l2Device } from './facts.ts';

/**
 * Runs a program to its end.
 * @returns its standard output; undefined when it is missing, fails, takes too long or says too much
 */
export type Ask = (program: string, args: readonly string[]) => Promise<string | undefined>;

/** A board with a camera has some twenty devices. */
const MAX_DEVICES = 40;

/** Formats in an answer of `v4l2-ctl --list-formats-out`. */
export const toFormats = (answer: string): readonly string[] => [
  ...new Set(
    [...answer.matchAll(/^\s*(?:\[\d+\]:|Pixel Format\s*:) '(.{4})'/gm)].map(([, format = '']) => format.trim()),
  ),
];

/** Profiles in vainfo's answer that it can decode. */
export const toVaapi = (answer: string): Abilities['vaapi'] => {
  const profiles = [...answer.matchAll(/^\s*VAProfile(\w+)\s*:\s*VAEntrypointVLD\s*$/gm)].map(([, name = '']) => name);
  if (profiles.length === 0) return undefined;
  return { driver: /Driver version: (.*)$/m.exec(answer)?.[1]?.trim() ?? '', profiles: [...new Set(profiles)] };
};

/** ffmpeg's decoders that are of one kind of hardware are named after it. */
const OF_ONE_HARDWARE = /_(v4l2m2m|cuvid|qsv|mmal)$/;

/** mpv's `hwdec` to codecs, of `mpv --hwdec=help`: `vaapi (h264-vaapi)`. */
export const toDecoders = (answer: string): Readonly<Record<string, readonly string[]>> => {
  const decoders: Record<string, string[]> = {};
  for (const [, hwdec = '', full = ''] of answer.matchAll(/^\s+([\w-]+) \(([\w-]+)\)$/gm)) {
    const codec = full.slice(0, -hwdec.length - 1).replace(OF_ONE_HARDWARE, '');
    if (!full.endsWith(`-${hwdec}`) || codec === '') continue;
    decoders[hwdec] = [...(decoders[hwdec] ?? []), codec];
  }
  return decoders;
};

const toOutputs = (answer: string): readonly string[] =>
  [...answer.matchAll(/^ {2}([\w-]+) +\S/gm)].map(([, name = '']) => name);

/** `CONNECTOR WIDTHxHEIGHT@RATE` of each progressive mode in the answer of `mpv --drm-mode=help`. */
export const toModes = (answer: string): readonly string[] => {
  let connector = '';
  const modes = answer.split('\n').flatMap((line) => {
    connector = /^Available modes for drm-connector=(?:\d+\.)?(\S+)/.exec(line)?.[1] ?? connector;
    const mode = /^\s*Mode \d+: \d+x\d+ \((\d+x\d+@[\d.]+)Hz\)/.exec(line)?.[1];
    return mode === undefined ? [] : [`${connector} ${mode}`];
  });
  return [...new Set(modes)];
};

const inTurn = async <Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  for (const item of items) results.push(await run(item));
  return results;
};

/**
 * One program at a time, so that a small board can play beside it.
 * @param root `/`, or a folder in its place
 * @param mpv name of the program
 */
export const askAbilities = async (root: string, mpv: string, hardware: Hardware, ask: Ask): Promise<Abilities> => {
  const devices = await inTurn(hardware.devices.slice(0, MAX_DEVICES), async (device): Promise<V4l2Device> => {
    const answer = await ask('v4l2-ctl', ['--device', join(root, 'dev', device.node), '--list-formats-out']);
    return answer === undefined ? device : { ...device, formats: toFormats(answer) };
  });
  const answers = await inTurn(hardware.renderers, ({ node }) =>
    ask('vainfo', ['--display', 'drm', '--device', join(root, 'dev/dri', node)]),
  );
  const vaapi = answers.flatMap((answer) => (answer === undefined ? [] : [toVaapi(answer)])).find((one) => one);
  const help = (option: string) => ask(mpv, ['--no-config', option]);
  const [version = '', decoders = '', outputs = '', modes = ''] = await inTurn(
    ['--version', '--hwdec=help', '--vo=help', '--drm-mode=help'],
    help,
  );
  return {
    devices,
    ...(vaapi !== undefined ? { vaapi } : answers.some((answer) => answer !== undefined) && { vaapi: NOTHING }),
    mpv: {
      version: /^mpv v?(\S+)/.exec(version)?.[1] ?? '',
      decoders: toDecoders(decoders),
      outputs: toOutputs(outputs),
    },
    modes: toModes(modes),
  };
};

const NOTHING = { driver: '', profiles: [] } as const;
