// What mpv says of its outputs: the audio devices to choose from, and the screen that it draws on.
import type { DrawnScreen } from '../drawn-size.ts';
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
  };
};
