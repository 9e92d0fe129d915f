// OSC, where its port is set.
import { isIP } from 'node:net';
import { OscServer } from '../osc/server.ts';
import { listenOn, type Transport, type TransportContext } from './transport.ts';

export const createOsc = (context: TransportContext): Transport | undefined => {
  const { oscPort: port, httpHost } = context.config;
  if (port === undefined) return undefined;
  const server = new OscServer({ ...context, family: isIP(httpHost) === 6 ? 'udp6' : 'udp4' });
  return {
    start: () => listenOn(context, { setting: 'oscPort', port, label: 'osc ' }, (host) => server.start(host, port)),
    stop: () => server.stop(),
  };
};
