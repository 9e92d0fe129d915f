// What each administration command does in the daemon.

import { parsePeerId } from '../registry/peer-id.ts';
import { dropDynamic } from '../subscriptions/subscriptions.ts';
import { diagnoseBridge } from './bridge-doctor.ts';
import { bridgeHandlers } from './bridge-handlers.ts';
import { catalogueHandlers } from './catalogue-handlers.ts';
import type { CommandName } from './commands.ts';
import { diagnose } from './doctor.ts';
import type { Handler, HandlersOf } from './handler.ts';
import { peerHandlers, requirePeer } from './peer-handlers.ts';

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
