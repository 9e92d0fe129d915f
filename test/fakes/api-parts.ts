import { AppError } from '../../src/base/errors.ts';
import { type PlayTotals, START_BUCKETS } from '../../src/deck/plays/play-counters.ts';
import type { ClipStore } from '../../src/deck/ports.ts';
import type { ApiDeps } from '../../src/http/http-server.ts';

export const NO_PLAYS: PlayTotals = {
  plays: [],
  ...{ framesDue: 0, framesLate: 0, framesDroppedByDecoder: 0, framesDroppedByOutput: 0 },
  faults: { playback: 0, clip: 0 },
  mpvRestarts: { crashed: 0, frozen: 0, killed: 0 },
  ...{ starts: START_BUCKETS.map(() => 0).concat(0), startSeconds: 0 },
};

/** What /api/v1 needs beyond a deck and a machine: no pictures, two sound devices. */
export const createApiDeps = (store: ClipStore): ApiDeps => ({
  store,
  startAt: async () => {
    throw new AppError('clock-unsure', 'Nobody keeps a clock here.');
  },
  pictures: {
    of: () => ({}),
    pathOf: () => undefined,
    makeAgain: () => undefined,
    frame: async () => {
      throw new AppError('busy', 'There are no frames here.');
    },
    subscribe: () => () => undefined,
  },
  playability: { of: () => undefined, subscribe: () => () => undefined },
  loudness: { of: () => undefined, envelopeOf: () => undefined, subscribe: () => () => undefined },
  plays: { running: () => undefined, read: async () => [], totals: () => NO_PLAYS },
  conversions: {
    of: () => undefined,
    start: async () => undefined,
    cancel: async () => undefined,
    subscribe: () => () => undefined,
  },
  outputs: {
    audioDevices: async () => [
      { name: 'auto', description: 'Autoselect device' },
      { name: 'alsa/hdmi:CARD=vc4hdmi0', description: 'HDMI' },
    ],
    displayModes: async () => ['3840x2160', '1920x1080'],
    decoders: () => ['auto', 'software', 'v4l2m2m-copy'],
    decoderInUse: () => 'no',
    videoOutput: async () => 'gpu',
    restart: async () => undefined,
  },
  outputPicture: { jpeg: async () => Buffer.from('a picture') },
  health: () => ({ temperatureCelsius: 51.5, memoryBytes: 4e9, memoryFreeBytes: 3e9 }),
  ports: { hyperdeck: 9993 },
  fleet: () => undefined,
  checksumOf: async () => ({ bytes: 3, sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' }),
});
