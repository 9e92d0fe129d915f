// The HyperDeck protocols: REST is part of the HTTP server, Ethernet is served where its port is set.
import { toMessage } from '../base/errors.ts';
import { toLogSocketPath } from '../hyperdeck/protocol-log/log-reader.ts';
import { listenOn, type Transport, type TransportContext } from './transport.ts';

export const createHyperDeck = (context: TransportContext): Transport => {
  const { hyperDeck, config, log } = context;
  const port = config.hyperdeckPort;
  return {
    start: async () => {
      if (port === undefined) return undefined;
      const place = await listenOn(context, { setting: 'hyperdeckPort', port, label: 'hyperdeck ' }, (host) =>
        hyperDeck.start(host, port),
      );
      await hyperDeck
        .serveLog(toLogSocketPath(config.stateDir))
        .catch((error) => log.warning(`no HyperDeck protocol log: ${toMessage(error)}`));
      return place;
    },
    stop: () => hyperDeck.stop(),
  };
};
