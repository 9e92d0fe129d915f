// Starts MQTT when a broker is configured: the transport and the fleet watcher.

import type { Clock } from '../base/clock.ts';
import { toReason } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { PlayerConfig } from '../config/player.ts';
import { ConfigError } from '../config/read-config.ts';
import type { Service } from '../daemon/run-daemon.ts';
import type { Deck } from '../deck/deck.ts';
import type { Machine } from '../deck/ports.ts';
import { SystemWallClock } from '../host/time/wall-clock.ts';
import type { Fleet } from '../http/api-v1/operation.ts';
import * as authority from '../mqtt/broker/ca-file.ts';

export interface Mqtt extends Pick<Service, 'stop'> {
  readonly fleet: Fleet;
}

/** The MQTT transport, where a broker is set; its client is loaded for those who use it alone. */
export const startMqtt = async (
  config: PlayerConfig,
  authority: Buffer | undefined,
  deps: {
    readonly deck: Deck;
    /** Resolves when the deck has put on what it does at power-on, or could not. */
    readonly poweredOn: Promise<void>;
    readonly machine: Machine;
    readonly clock: Clock;
    /** Where the page really listens, as an IP address: others take no name for a player's. */
    readonly httpAddress: string;
    readonly httpPort: number;
    readonly pictureTicket?: string;
    readonly log: Log;
  },
): Promise<Mqtt | undefined> => {
  const { mqttUrl: url } = config;
  if (url === undefined) return undefined;
  const [{ MqttService }, { FleetWatcher }] = await Promise.all([
    import('../mqtt/service.ts'),
    import('../mqtt/fleet/watcher.ts'),
  ]);
  const wall = new SystemWallClock();
  wall.start();
  const place = {
    address: { url, user: config.mqttUser, password: config.mqttPassword, authority },
    root: config.mqttRoot,
    id: config.mqttPlayer ?? deps.machine.deviceId,
  };
  const fleet = new FleetWatcher({ ...deps, ...place });
  const service = new MqttService({
    ...deps,
    ...place,
    wall,
    groups: config.mqttGroups,
    answerPrefixes: config.mqttAnswers,
    discoveryPrefix: config.mqttDiscovery,
    boundSeconds: config.mqttClockBound / 1000,
    ...(isEveryAddress(deps.httpAddress) ? {} : { httpHost: deps.httpAddress }),
  });
  service.start();
  return {
    fleet,
    stop: async () => {
      await Promise.all([service.stop(), fleet.stop()]);
      wall.dispose();
    },
  };
};

const isEveryAddress = (host: string): boolean => host === '0.0.0.0' || host === '::';

/** @throws ConfigError when it cannot be read, or holds no certificate */
export const readBrokerCa = (path: string): Promise<Buffer> =>
  authority.readCaFile(path).catch((error) => {
    throw new ConfigError(`CUEDECK_MQTT_CA=${JSON.stringify(path)} is refused: ${toReason(error)}.`);
  });
