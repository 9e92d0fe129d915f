// The documents on disk, each with its own file, and the network that fills them.
import { join } from 'node:path';
import type { Log } from '../../base/log.ts';
import type { Clock } from '../clock.ts';
import {
  type ActivityDocument,
  type BridgesDocument,
  type CatalogueDocument,
  type PeersDocument,
  parseActivityDocument,
  parseBridgesDocument,
  parseCatalogueDocument,
  parsePeersDocument,
} from './documents.ts';
import { openStore } from './store.ts';

/** The current documents, read at each write. */
interface StateSource {
  toPeers(): PeersDocument;
  toBridges(): BridgesDocument;
  toCatalogue(): CatalogueDocument;
  toActivity(): ActivityDocument;
}

export interface StateFolder {
  readonly opened: PeersDocument & BridgesDocument & CatalogueDocument & ActivityDocument;
  touchPeers(): void;
  touchBridges(): void;
  touchCatalogue(): void;
  touchActivity(): void;
  /** Resolves when the peers are on disk. @throws AppError storage-failed; the write is then retried */
  savePeers(): Promise<void>;
  /** Likewise for the bridges. @throws AppError storage-failed */
  saveBridges(): Promise<void>;
  /** Writes that failed since the start. */
  failures(): number;
  close(): Promise<void>;
}

/** @throws the file system's error when the folder cannot be read */
export const openStateFolder = async (deps: {
  readonly folder: string;
  readonly source: StateSource;
  readonly clock: Clock;
  readonly log: Log;
}): Promise<StateFolder> => {
  const { folder, source, clock, log } = deps;
  const peers = await openStore({
    ...{ clock, log, path: join(folder, 'peers.json'), parse: parsePeersDocument },
    ...{ initial: { peers: [] }, compose: source.toPeers },
  });
  const bridges = await openStore({
    ...{ clock, log, path: join(folder, 'bridges.json'), parse: parseBridgesDocument },
    ...{ initial: { bridges: [] }, compose: source.toBridges },
  });
  const catalogue = await openStore({
    ...{ clock, log, path: join(folder, 'catalogue.json'), parse: parseCatalogueDocument },
    ...{ initial: { talkgroups: [] }, compose: source.toCatalogue },
  });
  const activity = await openStore({
    ...{ clock, log, path: join(folder, 'activity.json'), parse: parseActivityDocument },
    ...{ initial: { subscriptions: [], presences: [] }, compose: source.toActivity },
  });
  const stores = [peers, bridges, catalogue, activity];
  return {
    opened: { ...peers.opened, ...bridges.opened, ...catalogue.opened, ...activity.opened },
    touchPeers: peers.touch,
    touchBridges: bridges.touch,
    touchCatalogue: catalogue.touch,
    touchActivity: activity.touch,
    savePeers: peers.save,
    saveBridges: bridges.save,
    failures: () => stores.reduce((sum, store) => sum + store.failures(), 0),
    close: async () => {
      await Promise.all(stores.map((store) => store.close()));
    },
  };
};
