// Real players on a real broker, and `cuedeck fleet` as somebody at another machine runs it.

import { type Outcome, runCuedeck } from '../e2e/cuedeck.ts';
import { createDaemonFolder, type Daemon, startDaemon } from '../e2e/daemon.ts';
import { type Broker, startBroker } from '../mqtt/broker.ts';

export interface FleetFixture {
  readonly broker: Broker;
  readonly daemons: Readonly<Record<string, Daemon>>;
  daemon(id: string): Daemon;
  fleet(...args: readonly string[]): Promise<Outcome>;
  /** The same with other programs in front of the path. */
  fleetWith(programs: string, ...args: readonly string[]): Promise<Outcome>;
  stop(): Promise<void>;
}

const START_TIMEOUT_SECONDS = 60;

/** @param groups of each player, by its id */
export const startFleet = async (groups: Readonly<Record<string, string>>): Promise<FleetFixture> => {
  const broker = await startBroker();
  const daemons: Record<string, Daemon> = {};
  for (const [id, group] of Object.entries(groups)) {
    const environment = {
      CUEDECK_MQTT_URL: broker.url,
      CUEDECK_MQTT_PLAYER: id,
      CUEDECK_MQTT_GROUPS: group,
    };
    daemons[id] = await startDaemon({ folder: createDaemonFolder(), environment, seconds: START_TIMEOUT_SECONDS });
  }
  for (const daemon of Object.values(daemons)) {
    await daemon.line(/^picture up/, START_TIMEOUT_SECONDS);
    await daemon.line(/^broker .* connected/, START_TIMEOUT_SECONDS);
  }
  const fleetWith = (programs: string, ...args: readonly string[]): Promise<Outcome> =>
    runCuedeck(['fleet', ...args], {
      environment: { CUEDECK_MQTT_URL: broker.url, PATH: `${programs}:${process.env.PATH}` },
    });
  return {
    broker,
    daemons,
    daemon: (id) => {
      const found = daemons[id];
      if (found === undefined) throw new Error(`no player ${id}`);
      return found;
    },
    fleetWith,
    fleet: (...args) => fleetWith('/nowhere', ...args),
    stop: async () => {
      for (const daemon of Object.values(daemons)) await daemon.dispose();
      await broker.dispose();
    },
  };
};
