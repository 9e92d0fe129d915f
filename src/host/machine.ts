// The box the deck runs on: its name and addresses, its disk, its id and its versions.
import { hostname, networkInterfaces } from 'node:os';
import { toReason } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { SerialQueue } from '../base/serial-queue.ts';
import type { Machine } from '../deck/ports.ts';
import { HealthMonitor } from './health/health-monitor.ts';
import type { SensorReading } from './health/sensors.ts';
import { AnnouncedName, readAnnouncedName } from './hostname/announced-name.ts';
import { DEFAULT_HOST_NAME, parseHostName } from './hostname/host-name.ts';
import { createHostNameSetter, type HostNameSetter } from './hostname/host-name-setter.ts';
import { toTakenName } from './hostname/taken-name.ts';
import { createAddressBook } from './interfaces.ts';
import { readDeviceId } from './licence/device-id.ts';
import { isLicensed } from './licence/licence.ts';
import { PollWatcher } from './poll-watcher.ts';
import { Releases } from './releases.ts';
import { VERSION } from './version.ts';

export interface HostMachine extends Machine {
  /** Undefined until the first reading. */
  sensors(): SensorReading | undefined;
  /** Reads the clips partition again soon, after files of clips came or went. */
  refreshPartition(): void;
  /** Stops all background work. */
  dispose(): void;
}

/**
 * @param deps.hostRoot `/`, or a folder in its place: the name's files, and the board's sensors
 * @param deps.setter performs the privileged part of a rename; its own by default
 */
export const createMachine = async (deps: {
  readonly hostRoot: string;
  readonly clipsDir: string;
  readonly stateDir: string;
  readonly releasesUrl: URL | undefined;
  readonly log: Log;
  readonly setter?: HostNameSetter;
  /** Asks for the name that is announced on the network; by default, on a live machine, of avahi. */
  readonly askAnnounced?: () => Promise<string | undefined>;
}): Promise<HostMachine> => {
  const { hostRoot, clipsDir, stateDir, releasesUrl, log } = deps;
  const setter = deps.setter ?? createHostNameSetter({ hostRoot, log });
  const queue = new SerialQueue();
  const health = new HealthMonitor({ clipsDir, hostRoot, log });
  const releases = new Releases({ url: releasesUrl, version: VERSION, log });

  let hostName = DEFAULT_HOST_NAME;
  let licensed = false;
  const deviceId = await readDeviceId({ systemRoot: '/', stateDir, log });
  const interfaces = createAddressBook(networkInterfaces, () => performance.now() / 1000);
  const currentName = (): string => (hostRoot === '/' ? hostname() : hostName);
  const otherName = (): string | undefined => toTakenName(announced.current(), currentName());
  const announced = new AnnouncedName({
    ask: deps.askAnnounced ?? (hostRoot === '/' ? readAnnouncedName : async () => undefined),
    onChange: () => {
      const name = otherName();
      if (name !== undefined)
        log.warning(`Another device on the network is called ${currentName()}: this one answers to ${name}.local.`);
      void watch.check();
    },
  });
  const watch = new PollWatcher({
    look: async () => {
      try {
        hostName = await setter.current();
      } catch (error) {
        log.debug(`The host name is not known: ${toReason(error)}.`);
      }
      // `cuedeck license install` may add a licence while the player runs.
      licensed = await isLicensed(stateDir, { deviceId });
      return JSON.stringify([hostName, otherName(), interfaces()]);
    },
  });

  await Promise.all([watch.start(), health.start()]);
  releases.start();
  announced.start();

  return {
    hostName: currentName,
    announcedName: otherName,
    interfaces,
    clipsPartition: () => health.partition(),
    deviceId,
    get licensed() {
      return licensed;
    },
    version: VERSION,
    latestVersion: () => releases.latest(),
    rename: async (text) => {
      const name = parseHostName(text);
      await queue.run(async () => {
        await setter.apply(name).finally(() => {
          announced.forget();
          return watch.check();
        });
        log.info(`The host name is now ${name}.`);
      });
    },
    refreshPartition: () => health.refreshPartition(),
    subscribe: (listener) => watch.subscribe(listener),
    sensors: () => health.sensors(),
    dispose: () => {
      announced.dispose();
      watch.dispose();
      health.dispose();
      releases.dispose();
    },
  };
};
