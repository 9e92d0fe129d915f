// What mpv says of its outputs: the audio devices to choose from, and the screen that it draws on.
import { AppError } from '../../base/errors.ts';
import type { DrawnScreen } from '../drawn-size.ts';
import type { Command, Reply } from './ipc-connection.ts';
import { isJsonObject } from './json-lines.ts';
import type { Observed } from './observed.ts';

export interface AudioDevice {
  readonly name: string;
  readonly description: string;
}

/** Reads a property; undefined where mpv has none. */
type ReadProperty = (name: string) => Promise<unknown>;

/** Audio devices, by names that are stable across restarts. */
export const readAudioDevices = async (property: ReadProperty): Promise<readonly AudioDevice[]> => {
  const devices = await property('audio-device-list');
  return (Array.isArray(devices) ? devices : []).flatMap((device: unknown) => {
    if (!isJsonObject(device) || typeof device.name !== 'string') return [];
    return [{ name: device.name, description: String(device.description ?? device.name) }];
  });
};

export const readScreen = async (property: ReadProperty, observed: () => Observed): Promise<DrawnScreen> => {
  const [width, height] = await Promise.all(['osd-width', 'osd-height'].map(property));
  const { videoOutput, output } = observed();
  return {
    output: videoOutput,
    width: Number(width ?? 0),
    height: Number(height ?? 0),
    rotationDegrees: output.rotationDegrees,
    fit: output.fit,
  };
};

const SCREENSHOT_TIMEOUT_SECONDS = 5;

/** What a screenshot shows. */
export interface Screenshot {
  /** False where the video output can't tell what its window shows: the picture is then without overlays and the master's fade. */
  readonly isOfWindow: boolean;
}

/**
 * Writes what is on the output now as JPEG, beside all commands.
 * @throws AppError `unplayable` when mpv shows nothing, `player-unavailable`
 */
export const writeScreenshot = async (
  sendAside: (command: Command, seconds: number) => Promise<Reply>,
  path: string,
): Promise<Screenshot> => {
  let reason = '';
  for (const which of ['window', 'subtitles']) {
    const reply = await sendAside(['screenshot-to-file', path, which], SCREENSHOT_TIMEOUT_SECONDS);
    if (reply.ok) return { isOfWindow: which === 'window' };
    ({ reason } = reply);
  }
  throw new AppError('unplayable', `The player has no picture to send: ${reason}.`);
};
