// HTTP: the control API, /api/v1, the page and what else is mounted there.

import { readSessionKey } from '../http/guards/session-key.ts';
import { HttpServer } from '../http/http-server.ts';
import { createChecksums } from '../library/checksums.ts';
import { createOutputPicture } from '../library/thumbnails/output-picture.ts';
import { createUploadStaging } from '../library/upload-staging.ts';
import { toDecoderChoices } from '../mpv/decoding/decoder-choices.ts';
import { createFleetWatcher } from './mqtt.ts';
import { listenOn, type Transport, type TransportContext } from './transport.ts';

export const createHttp = async (context: TransportContext): Promise<Transport> => {
  const { config, machine, library, videoOutput, hyperDeck } = context;
  const { hyperdeckPort, oscPort } = config;
  const { player } = videoOutput;
  const fleet = await createFleetWatcher(context);
  const server = new HttpServer({
    ...context,
    staging: createUploadStaging({ ...config, ...library, onEnded: () => machine.refreshPartition() }),
    token: config.token,
    sessionKey: config.token === '' ? '' : await readSessionKey({ ...config, log: context.log }),
    allowedHosts: config.allowedHosts,
    browserLinks: config.browserLinks,
    mounts: [hyperDeck.restApi],
    api: {
      startAt: context.startAt,
      store: library.store,
      pictures: library.thumbnails,
      playability: context.playability,
      loudness: context.loudness,
      plays: context.plays,
      conversions: context.conversions,
      outputs: {
        audioDevices: () => player.audioDevices(),
        displayModes: async () => videoOutput.displayModes(),
        decoders: () => toDecoderChoices(videoOutput.facts.current()),
        decoderInUse: () => player.view().decoder,
        videoOutput: async () => (await player.screen()).output,
        restart: () => player.restart(),
      },
      outputPicture: createOutputPicture({
        shoot: (path) => player.screenshot(path),
        level: () => context.deck.state().fadeLevel,
        folder: videoOutput.runtimeDir,
        clock: context.clock,
      }),
      health: () => machine.sensors(),
      fleet: () => fleet,
      checksumOf: createChecksums(),
      ports: {
        ...(hyperdeckPort !== undefined && { hyperdeck: hyperdeckPort }),
        ...(oscPort !== undefined && { osc: oscPort }),
      },
      timeline: () => hyperDeck.timeline(),
    },
  });
  return {
    start: () =>
      listenOn(context, { setting: 'httpPort', port: config.httpPort, label: 'http://' }, (host, port) =>
        server.start(host, port),
      ),
    stop: async () => {
      await Promise.all([server.stop(), fleet?.stop()]);
    },
  };
};
