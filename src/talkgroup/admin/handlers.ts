// What each administration command does in the daemon.
import type { Log } from '../../base/log.ts';
import type { Network } from '../network.ts';
import { parsePeerId } from '../registry/peer-id.ts';
import { dropDynamic } from '../subscriptions/subscriptions.ts';
import { diagnoseBridge } from './bridge-doctor.ts';
import { bridgeHandlers } from './bridge-handlers.ts';
import { catalogueHandlers } from './catalogue-handlers.ts';
import type { CommandCall, CommandName, CommandResults, ServiceStatus } from './commands.ts';
import { diagnose } from './doctor.ts';
import { peerHandlers, requirePeer } from './peer-handlers.ts';

/** What the handlers work on. */
export interface AdminParts {
  readonly network: Network;
  readonly log: Log;
  /** Where hotspots reach this master, for the printed configuration. */
  readonly toPublicEndpoint: () => { readonly address: string; readonly port: number };
  readonly toStatus: () => ServiceStatus;
  /** Resolves when all changes to the peers are on disk. @throws DeckError storage-failed */
  readonly savePeers: () => Promise<void>;
  /** Likewise for the bridges. @throws DeckError storage-failed */
  readonly saveBridges: () => Promise<void>;
}

/** @throws DeckError when the call is refused; nothing has changed then */
export type Handler<Name extends CommandName> = (
  parts: AdminParts,
  call: CommandCall,
) => CommandResults[Name] | Promise<CommandResults[Name]>;

export type HandlersOf<Name extends CommandName> = { readonly [Key in Name]: Handler<Key> };

const dropDynamics: Handler<'drop-dynamics'> = ({ network }, call) => {
  const { id } = requirePeer(network, call);
  const before = network.subscriptions.of(id).length;
  network.subscriptions.change(id, (list) => dropDynamic(list));
  return { id, dropped: before - network.subscriptions.of(id).length };
};

export const HANDLERS: HandlersOf<CommandName> = {
  ...peerHandlers,
  ...catalogueHandlers,
  ...bridgeHandlers,
  'drop-dynamics': dropDynamics,
  'last-heard': ({ network: { lastHeard, catalogue } }) =>
    lastHeard.list().map((one) => ({ ...one, name: one.group ? catalogue.nameOf(one.destination) : '' })),
  status: ({ toStatus }) => toStatus(),
  doctor: ({ network }, { arguments: [id = ''] }) => {
    const bridge = network.bridges.get(id);
    return bridge === undefined ? diagnose(network, parsePeerId(id)) : diagnoseBridge(network, bridge);
  },
};
