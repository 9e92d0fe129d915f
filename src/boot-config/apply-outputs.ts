// Sends the output settings of cuedeck.txt to the running player once.
import { readFile, rm } from 'node:fs/promises';
import { toMessage } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { components } from '../client/api-types.ts';
import { createPlayerClient, type PlayerAddress, type PlayerClient } from '../client/player-client.ts';
import { ROTATIONS } from '../deck/output.ts';
import { chooseAudioDevice } from './audio-choice.ts';

type Outputs = components['schemas']['Outputs'];
type OutputsPatch = components['schemas']['OutputsPatch'];

const START_TIMEOUT_SECONDS = 30;
const POLL_INTERVAL_SECONDS = 0.5;

/** A starting player has no device list yet. */
const readOutputs = async (player: PlayerClient, isEnough: (found: Outputs) => boolean): Promise<Outputs> => {
  const latest = performance.now() + START_TIMEOUT_SECONDS * 1000;
  for (;;) {
    const found = await player.call('get', '/outputs').catch((error) => {
      if (performance.now() > latest) throw error;
      return undefined;
    });
    if (found !== undefined && (isEnough(found) || performance.now() > latest)) return found;
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_SECONDS * 1000));
  }
};

/**
 * @param pending file with pending settings; removed when they are applied
 * @throws Error when the player does not answer or refuses: the file stays for the next boot
 */
export const applyOutputs = async (pending: string, address: PlayerAddress, log: Log): Promise<void> => {
  const wanted: Readonly<Record<string, unknown>> = JSON.parse(await readFile(pending, 'utf8'));
  const { sound, rotation } = wanted;
  const mode = wanted['display-mode'];
  const player = createPlayerClient(address);
  let patch: OutputsPatch = {};
  if (typeof rotation === 'string')
    patch = { ...patch, rotationDegrees: ROTATIONS.find((degrees) => degrees === Number(rotation)) ?? 0 };
  if (typeof mode === 'string') patch = { ...patch, displayMode: mode === '' ? null : mode };
  if (typeof sound === 'string') {
    const choose = ({ audioDevices }: Outputs) => chooseAudioDevice(sound === '' ? 'auto' : sound, audioDevices);
    const outputs = await readOutputs(player, (found) => choose(found) !== undefined);
    const device = choose(outputs);
    if (device === undefined) {
      const names = outputs.audioDevices.map(({ name }) => name).join(', ');
      log.warning(`cuedeck.txt: sound: unknown device; available: ${names || 'none'}.`);
    } else patch = { ...patch, audioDevice: device };
  }
  await player.call('patch', '/outputs', { body: patch });
  // A display mode takes effect at mpv's next start.
  if (mode !== undefined) await player.call('post', '/device/restart-player');
  await rm(pending);
  log.info(`applied the outputs of cuedeck.txt: ${toMessage(JSON.stringify(patch))}`);
};
