import { AppError } from '../../src/base/errors.ts';
import type { Machine } from '../../src/deck/ports.ts';

/** A box that is a few values in memory; `set` changes some and tells whoever listens. */
export const createFakeMachine = () => {
  let name = 'cuedeck';
  let announced: string | undefined;
  let addresses: Readonly<Record<string, string>> = { eth0: '192.0.2.7', wlan0: '2001:db8::7' };
  const listeners = new Set<() => void>();
  const set = (change: {
    hostName?: string;
    announcedName?: string;
    interfaces?: Readonly<Record<string, string>>;
  }): void => {
    name = change.hostName ?? name;
    announced = change.announcedName ?? announced;
    addresses = change.interfaces ?? addresses;
    for (const listener of listeners) listener();
  };
  const machine: Machine = {
    hostName: () => name,
    announcedName: () => announced,
    interfaces: () => addresses,
    clipsPartition: () => ({ freeBytes: 1_000_000_000, sizeBytes: 4_000_000_000 }),
    deviceId: '0123456789abcdef',
    licensed: false,
    version: '0.1.0',
    latestVersion: () => '0.2.0',
    rename: async (hostName) => {
      if (!/^[a-z0-9-]{1,63}$/.test(hostName)) {
        throw new AppError('invalid-value', `hostname=${hostName} is refused; allowed: one label.`);
      }
      if (hostName === 'stuck') throw new AppError('host-name-failed', 'The host name was not changed: kernel name.');
      set({ hostName });
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return { machine, set };
};
