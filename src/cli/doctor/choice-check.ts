// Checks whether the chosen audio device and display mode are there.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseAudioDevice } from '../../boot-config/audio-choice.ts';
import { readCard } from '../../boot-config/settings.ts';
import type { components } from '../../client/api-types.ts';
import type { PlayerApi } from '../player-api.ts';
import { type Finding, problem } from './finding.ts';
import { unlessSilent } from './unless-silent.ts';

type Outputs = components['schemas']['Outputs'];
type SoundChoice = Pick<Outputs, 'audioDevice' | 'audioDevices'>;
type ModeChoice = Pick<Outputs, 'displayMode' | 'displayModes'>;

/** @returns undefined when the player does not answer */
export const readOutputs = (api: PlayerApi): Promise<Outputs | undefined> =>
  unlessSilent(api.call('get', '/outputs'), undefined);

/** What cuedeck.txt says of the sound; undefined when it says nothing, or is not there or not for this user. */
export const readCardSound = async (root: string): Promise<string | undefined> => {
  const bytes = await readFile(join(root, 'boot/firmware/cuedeck.txt')).catch(() => undefined);
  return bytes === undefined ? undefined : readCard(bytes).values.sound?.[0];
};

/** @param cardSound a device or a word of cuedeck.txt, which the player does not have as its setting while there is no such device */
export const examineSound = ({ audioDevice, audioDevices }: SoundChoice, cardSound?: string): readonly Finding[] => {
  const names = audioDevices.map(({ name }) => name);
  // mpv tells none while it starts.
  if (names.length === 0 || (audioDevice !== null && names.includes(audioDevice))) return [];
  const there = `Available: ${names.join(', ')}.`;
  if (audioDevice !== null)
    return [
      problem(
        'Audio',
        `The audio device ${audioDevice} is chosen, but is not there: clips have no sound.`,
        `Plug it in, or choose another on the Device page. ${there}`,
      ),
    ];
  if (cardSound === undefined || chooseAudioDevice(cardSound, audioDevices) !== undefined) return [];
  return [
    problem(
      'Audio',
      `cuedeck.txt says sound=${cardSound}, but there is no such audio device.`,
      `Plug it in and start the box again, or change sound= in cuedeck.txt. ${there}`,
    ),
  ];
};

/** mpv and the kernel round rates differently. */
const SAME_RATE = 0.5;

/**
 * @param known modes of the screens with their rates, as `CONNECTOR WIDTHxHEIGHT@RATE`; empty: unknown
 */
export const examineMode = (
  { displayMode, displayModes }: ModeChoice,
  known: readonly string[],
): readonly Finding[] => {
  if (displayMode === null || displayModes.length === 0) return [];
  const [size = '', rate = ''] = displayMode.split('@');
  if (!displayModes.includes(size))
    return [
      problem(
        'Display',
        `The display mode ${displayMode} is chosen, but the screen does not support it. The player uses the screen's own mode instead.`,
        `Choose another on the Device page. Available: ${displayModes.join(', ')}.`,
      ),
    ];
  const rates = [...new Set(known.flatMap((mode) => new RegExp(`^\\S+ ${size}@([\\d.]+)$`).exec(mode)?.[1] ?? []))];
  // Of `@clips` the player chooses a rate that is there.
  if (rates.length === 0 || !(Number(rate) > 0)) return [];
  if (rates.some((one) => Math.abs(Number(one) - Number(rate)) < SAME_RATE)) return [];
  return [
    problem(
      'Display',
      `The display mode ${displayMode} is chosen, but the screen does not support this rate and may stay dark.`,
      `Choose another on the Device page. At ${size}, available: ${rates.map((one) => `${one} Hz`).join(', ')}.`,
    ),
  ];
};
