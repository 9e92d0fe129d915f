// Administration of bridges to other servers; a key is answered once, when it is made.
import { AppError } from '../../base/errors.ts';
import type { Network } from '../network.ts';
import type { Bridge } from '../openbridge/bridge.ts';
import {
  type BridgeRecord,
  parseBridgeAddress,
  parseBridgedTalkgroups,
  parseBridgeKey,
  parseBridgeName,
  parseNetwork,
  toBridgeAddress,
  toBridgedText,
} from '../openbridge/bridge-record.ts';
import { CUT_LENGTH } from '../openbridge/truncated-key.ts';
import { createPassword } from '../registry/tokens.ts';
import { toBridgeState, toKeyRemarks } from './bridge-doctor.ts';
import { parseServer, SERVERS, toJoinCommand, toSection } from './bridge-snippet.ts';
import type { BridgeDetails, CommandCall, CommandName } from './commands.ts';
import type { AdminDeps, Handler, HandlersOf } from './handler.ts';
import { makeKept } from './kept-change.ts';
import { parseAddress } from './peer-handlers.ts';

const toDetails = (network: Network, bridge: Bridge): BridgeDetails => {
  const { record, counters, heardAt } = bridge;
  return {
    name: record.name,
    address: toBridgeAddress(record),
    network: record.network,
    sends: toBridgedText(record.sends),
    takes: toBridgedText(record.takes),
    relay: record.relay,
    state: toBridgeState(network, bridge),
    ...counters,
    remarks: toKeyRemarks(network, bridge),
    ...(heardAt === undefined ? {} : { heardAt: Math.round(heardAt) }),
  };
};

const parseRecord = ({ arguments: words }: CommandCall, key: string): BridgeRecord => {
  const [name = '', address = '', network = '', text = ''] = words;
  const talkgroups = parseBridgedTalkgroups(text);
  return {
    ...{ name: parseBridgeName(name), ...parseBridgeAddress(address), network: parseNetwork(network), key },
    ...{ sends: talkgroups, takes: talkgroups, relay: false },
  };
};

const register = ({ network, log }: AdminDeps, record: BridgeRecord): void => {
  network.bridges.add(record);
  log.info(`bridge ${record.name} to ${toBridgeAddress(record)} is registered`);
};

const add: Handler<'bridge add'> = async (parts, call) => {
  const { network } = parts;
  const address = parseAddress(call.options.address);
  const server = parseServer(call.options.for);
  // 100 random bits, in as many characters as every server accepts.
  const key = createPassword().slice(0, CUT_LENGTH);
  const record = parseRecord(call, key);
  await makeKept(network, {
    change: () => register(parts, record),
    save: parts.saveBridges,
    undo: () => {
      if (network.bridges.get(record.name)?.record.key === key) network.bridges.remove(record.name);
    },
  });
  const reached = parts.toPublicEndpoint();
  const here = { host: address ?? reached.address, port: reached.port };
  const carried = network.catalogue
    .list()
    .filter(({ enabled }) => enabled)
    .map(({ number }) => number);
  return {
    ...{ name: record.name, key, command: toJoinCommand(record, here) },
    ...{ section: toSection(server, { record, here, carried }), words: SERVERS[server].words },
  };
};

type Change = Parameters<Network['bridges']['change']>[1];

const change = (toChange: (value: string) => Change) => {
  return ({ network, log }: AdminDeps, { command, arguments: [name = '', value = ''] }: CommandCall): BridgeDetails => {
    network.bridges.change(name, toChange(value));
    log.info(`${command} ${name}: changed`);
    return toDetails(network, network.bridges.require(name));
  };
};

const parseRelay = (text: string): boolean => {
  if (text === 'on' || text === 'off') return text === 'on';
  throw new AppError('invalid-value', `${JSON.stringify(text)} is no mode; allowed: on, off.`);
};

export const bridgeHandlers: HandlersOf<Extract<CommandName, `bridge ${string}`>> = {
  'bridge add': add,
  'bridge join': (parts, call) => {
    const record = parseRecord(call, parseBridgeKey(call.arguments[4] ?? ''));
    register(parts, record);
    return toDetails(parts.network, parts.network.bridges.require(record.name));
  },
  'bridge list': ({ network }) => network.bridges.list().map((bridge) => toDetails(network, bridge)),
  'bridge remove': ({ network, log }, { arguments: [name = ''] }) => {
    network.bridges.remove(name);
    log.info(`bridge ${name} is removed`);
    return { name };
  },
  'bridge key': change((text) => ({ key: parseBridgeKey(text) })),
  'bridge address': change(parseBridgeAddress),
  'bridge send': change((text) => ({ sends: parseBridgedTalkgroups(text) })),
  'bridge take': change((text) => ({ takes: parseBridgedTalkgroups(text) })),
  'bridge relay': change((text) => ({ relay: parseRelay(text) })),
};
