// Sends the output settings of cuedeck.txt to the running player once.
import { readFile, rm } from 'node:fs/promises';
import { toMessage } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { chooseAudioDevice } from './audio-choice.ts';

interface Outputs {
  readonly audioDevices: readonly { readonly name: string; readonly description: string }[];
}

export interface PlayerAccess {
  /** `http://127.0.0.1:80` */
  readonly url: string;
  /** Empty: none is wanted. */
  readonly token: string;
}

const ANSWER_TIMEOUT_SECONDS = 30;
const POLL_INTERVAL_SECONDS = 0.5;

const isOutputs = (value: unknown): value is Outputs =>
  typeof value === 'object' && value !== null && 'audioDevices' in value && Array.isArray(value.audioDevices);

const request = async (
  { url, token }: PlayerAccess,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> => {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { ...(token !== '' && { Authorization: `Bearer ${token}` }), 'Content-Type': 'application/json' },
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_SECONDS * 1000),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
  return text === '' ? undefined : JSON.parse(text);
};

/** A player that is just starting has no devices to name yet. */
const readOutputs = async (player: PlayerAccess, isEnough: (found: Outputs) => boolean): Promise<Outputs> => {
  const latest = performance.now() + ANSWER_TIMEOUT_SECONDS * 1000;
  for (;;) {
    const found = await request(player, 'GET', '/outputs').catch((error) => {
      if (performance.now() > latest) throw error;
      return undefined;
    });
    if (isOutputs(found) && (isEnough(found) || performance.now() > latest)) return found;
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_SECONDS * 1000));
  }
};

/**
 * @param pending file of what is still to be given; it goes when that is done
 * @throws Error when the player does not answer or refuses: the file stays for the next boot
 */
export const applyOutputs = async (pending: string, player: PlayerAccess, log: Log): Promise<void> => {
  const wanted: Readonly<Record<string, unknown>> = JSON.parse(await readFile(pending, 'utf8'));
  const { sound, rotation } = wanted;
  const mode = wanted['display-mode'];
  const patch: Record<string, unknown> = {};
  if (typeof rotation === 'string') patch.rotationDegrees = rotation === '' ? 0 : Number(rotation);
  if (typeof mode === 'string') patch.displayMode = mode === '' ? null : mode;
  if (typeof sound === 'string') {
    const choose = ({ audioDevices }: Outputs) => chooseAudioDevice(sound === '' ? 'auto' : sound, audioDevices);
    const outputs = await readOutputs(player, (found) => choose(found) !== undefined);
    const device = choose(outputs);
    if (device === undefined) {
      const names = outputs.audioDevices.map(({ name }) => name).join(', ');
      log.warning(`cuedeck.txt: sound: unknown device; available: ${names || 'none'}.`);
    } else patch.audioDevice = device;
  }
  await request(player, 'PATCH', '/outputs', patch);
  // A mode holds from the player's next start.
  if (mode !== undefined) await request(player, 'POST', '/device/restart-player');
  await rm(pending);
  log.info(`applied the outputs of cuedeck.txt: ${toMessage(JSON.stringify(patch))}`);
};
