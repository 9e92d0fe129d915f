// The player's status with the keys of the control API, which `--json` prints.
import type { components } from '../client/api-types.ts';
import type { PlayerApi } from './player-api.ts';

export type PlayerClip = components['schemas']['Clip'];
export type PlayerDevice = components['schemas']['Device'];
export type PlayerTransport = components['schemas']['Transport'];

export type StatusAnswer = Awaited<ReturnType<typeof readStatus>>;
export type PlayerState = PlayerTransport['state'];

/** The clips in their order; without files in their probe. */
export const readClips = async (api: PlayerApi): Promise<readonly PlayerClip[]> =>
  (await api.call('get', '/clips')).filter(({ examining }) => examining !== true);

export const readStatus = async (api: PlayerApi) => (await readStatusWithState(api)).status;

/**
 * The status, and what its keys cannot tell: a clip that does not play may be cued, paused or ended.
 * @param given the transport, if already known
 */
export const readStatusWithState = async (api: PlayerApi, given?: PlayerTransport) => {
  const [device, clips, transport] = await Promise.all([
    api.call('get', '/device'),
    readClips(api),
    given ?? api.call('get', '/transport'),
  ]);
  return { status: toStatus(device, clips, transport), state: transport.state, transport, clips, device };
};

const toStatus = (device: PlayerDevice, clips: readonly PlayerClip[], transport: PlayerTransport) => ({
  CLIPS: clips.map(toClipAnswer),
  CLIP_ID: transport.number,
  DEVICEID: device.deviceId,
  IFACES: device.interfaces,
  LICENSED: device.licensed,
  LVERSION: device.latestVersion,
  VERSION: device.version,
  PARTFREE: device.clipsFreeBytes,
  PARTSIZE: device.clipsSizeBytes,
  PLAYERNAME: device.name,
  PLAY: transport.state === 'playing',
  SHOWINFO: device.showSplash,
  SPEED: transport.speed,
  TIMECODE: transport.positionSeconds,
});

export const toClipAnswer = (clip: PlayerClip) => ({
  ClipName: clip.name,
  Filename: clip.file,
  Duration: clip.durationSeconds,
  StartAt: clip.inSeconds,
  EndAt: clip.outSeconds,
  Loop: clip.endAction === 'loop',
});
