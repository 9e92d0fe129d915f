// MQTT, where a broker is set: the transport itself and the view of the whole fleet. Its client is loaded by those alone who use it.
import { toReason } from '../base/errors.ts';
import type { PlayerConfig } from '../config/player.ts';
import { ConfigError } from '../config/read-config.ts';
import { readCaFile } from '../mqtt/broker/ca-file.ts';
import type { FleetWatcher } from '../mqtt/fleet/watcher.ts';
import { isEveryAddress } from '../net/http-address.ts';
import type { Listening, Transport, TransportContext } from './transport.ts';

export const createMqtt = async (
  context: TransportContext,
  listening: ReadonlyMap<string, Listening>,
): Promise<Transport | undefined> => {
  const broker = toBroker(context);
  const http = listening.get('http');
  if (broker === undefined || http === undefined) return undefined;
  const { MqttService } = await import('../mqtt/service.ts');
  const { config } = context;
  const service = new MqttService({
    ...context,
    ...broker,
    groups: config.mqttGroups,
    answerPrefixes: config.mqttAnswers,
    discoveryPrefix: config.mqttDiscovery,
    httpPort: http.port,
    // The address on which the page listens, since others accept no host name.
    ...(isEveryAddress(http.address) ? {} : { httpHost: http.address }),
  });
  return {
    start: async () => {
      service.start();
      return undefined;
    },
    stop: () => service.stop(),
  };
};

/** The players at the broker; undefined: no broker configured. */
export const createFleetWatcher = async (context: TransportContext): Promise<FleetWatcher | undefined> => {
  const broker = toBroker(context);
  if (broker === undefined) return undefined;
  const { FleetWatcher } = await import('../mqtt/fleet/watcher.ts');
  return new FleetWatcher({ ...context, ...broker });
};

const toBroker = ({ config, machine, brokerCa: ca }: TransportContext) => {
  const { mqttUrl: url, mqttUser: user, mqttPassword: password } = config;
  if (url === undefined) return undefined;
  return {
    address: { url, user, password, ca },
    root: config.mqttRoot,
    id: config.mqttPlayer ?? machine.deviceId,
  };
};

/**
 * @returns undefined when none is configured
 * @throws ConfigError when it cannot be read, or holds no certificate
 */
export const readBrokerCa = async ({ mqttCa: path }: PlayerConfig): Promise<Buffer | undefined> => {
  if (path === undefined) return undefined;
  return readCaFile(path).catch((error) => {
    throw new ConfigError(`CUEDECK_MQTT_CA=${JSON.stringify(path)} is refused: ${toReason(error)}.`);
  });
};
