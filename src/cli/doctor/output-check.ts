// Checks displays and audio outputs.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Finding, good, note, problem } from './finding.ts';
import type { MpvView } from './mpv-view.ts';

const readText = async (path: string): Promise<string> => (await readFile(path, 'utf8').catch(() => '')).trim();

interface Connector {
  readonly name: string;
  readonly isConnected: boolean;
  readonly mode: string;
}

const readConnectors = async (root: string): Promise<readonly Connector[]> => {
  const folder = join(root, 'sys/class/drm');
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^card\d+-(?!Writeback)/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => ({
      name: name.replace(/^card\d+-/, ''),
      isConnected: (await readText(join(folder, name, 'status'))) === 'connected',
      mode: (await readText(join(folder, name, 'modes'))).split('\n')[0] ?? '',
    })),
  );
};

const PART = 'Display';
const NO_PICTURE = 'null';
/** Windows of a desktop, which may be on a screen that this machine does not have, such as a remote one. */
const IN_A_WINDOW: readonly unknown[] = ['x11', 'xv', 'wayland', 'wlshm', 'sdl'];

/**
 * What mpv draws on, as the player says it: the display may be given to its service alone.
 * @param outputs undefined when the player does not answer
 * @returns undefined when there is no picture, or no answer
 */
export const toVideoOutput = (outputs: { readonly videoOutput?: string | null } | undefined): MpvView | undefined =>
  // A player before this version does not say it.
  typeof outputs?.videoOutput === 'string' ? { 'current-vo': outputs.videoOutput } : undefined;

const toDetails = (view: MpvView): string => {
  const size = view['display-width'] === undefined ? '' : ` ${view['display-width']}x${view['display-height']}`;
  const rate = typeof view['display-fps'] === 'number' ? ` at ${Number(view['display-fps'].toFixed(2))} Hz` : '';
  return `mpv shows it by ${view['current-vo']}${size}${rate}`;
};

const toDropped = (view: MpvView): readonly Finding[] => {
  const dropped = Number(view['frame-drop-count'] ?? 0) + Number(view['decoder-frame-drop-count'] ?? 0);
  if (dropped === 0) return [];
  return [
    note(
      'Frames',
      `${dropped} frames of this clip were dropped.`,
      'Use 1080p clips in H.264, or a display mode of the same rate.',
    ),
  ];
};

/**
 * @param root `/`, or a folder in its place
 * @param view mpv's properties, as far as they are known
 */
export const examineDisplay = async (root: string, view?: MpvView): Promise<readonly Finding[]> => {
  const connectors = await readConnectors(root);
  const connected = connectors.filter(({ isConnected }) => isConnected);
  const names = connected.map(({ name, mode }) => (mode === '' ? name : `${name} (${mode})`)).join(', ');
  const output = view?.['current-vo'];
  const hasPicture = view !== undefined && output !== undefined && output !== NO_PICTURE;
  const dropped = view === undefined ? [] : toDropped(view);
  if (connectors.length > 0 && connected.length === 0 && !IN_A_WINDOW.includes(output)) {
    return [
      problem(
        PART,
        'No display is plugged in or switched on.',
        'Check the HDMI cable and switch the display on first.',
      ),
      ...dropped,
    ];
  }
  if (hasPicture) return [good(PART, `${names === '' ? 'A picture' : names}; ${toDetails(view)}.`), ...dropped];
  if (connected.length > 0 && view !== undefined) {
    return [
      problem(
        PART,
        `${names} is plugged in, but mpv shows nothing there.`,
        'Restart the player: sudo systemctl restart cuedeck-player',
      ),
    ];
  }
  if (connected.length > 0) return [good(PART, `${names} is plugged in.`)];
  return [note(PART, 'This machine has no display output; clips play without a picture.'), ...dropped];
};

const readCards = async (root: string): Promise<readonly string[]> =>
  [...(await readText(join(root, 'proc/asound/cards'))).matchAll(/^\s*\d+\s+\[[^\]]*\]:\s*\S+ - (.+)$/gm)].map(
    ([, name]) => name ?? '',
  );

export const examineAudio = async (root: string, view?: MpvView): Promise<readonly Finding[]> => {
  const part = 'Audio';
  const cards = await readCards(root);
  const names = cards.join(', ');
  const output = view?.['current-ao'];
  if (cards.length === 0) return [note(part, 'This machine has no sound card; clips play without sound.')];
  if (output === NO_PICTURE) {
    return [
      problem(
        part,
        `${names} is there, but mpv plays into nothing.`,
        'Choose the audio output on the web page, or restart the player.',
      ),
    ];
  }
  if (typeof output !== 'string') return [good(part, `${names}. mpv opens it when a clip has sound.`)];
  return [good(part, `${names}; mpv plays by ${output} to ${view?.['audio-device'] ?? 'auto'}.`)];
};
