// Administration of peers: registering them, their secrets and their rights.
import { AppError } from '../../base/errors.ts';
import type { Network } from '../network.ts';
import { type DenialReason, toDenialReason } from '../registry/access.ts';
import { parsePeerId } from '../registry/peer-id.ts';
import {
  type Peer,
  parseCallsign,
  parseExpiryMinutes,
  STANDARD_EXPIRY_MINUTES,
  toLifeSeconds,
} from '../registry/peers.ts';
import { parseAllowed, toAllowedText } from '../registry/talkgroup-ranges.ts';
import { createPassword, createToken, toTokenHash } from '../registry/tokens.ts';
import { changeLife } from '../subscriptions/subscriptions.ts';
import type { CommandCall, CommandName, PeerDetails, PeerSummary } from './commands.ts';
import type { AdminDeps, Handler, HandlersOf } from './handler.ts';
import { makeKept } from './kept-change.ts';
import { STANDARD_SECTION, toSnippet } from './snippet.ts';

/** @throws AppError invalid-value */
export const requirePeer = (network: Network, { arguments: [id = ''] }: CommandCall): Peer =>
  network.peers.require(parsePeerId(id));

const isIn = (network: Network, id: number): boolean => network.sessions.get(id)?.configuration !== undefined;

const toSummary = (network: Network, { id, callsign }: Peer): PeerSummary => ({
  id,
  callsign,
  isIn: isIn(network, id),
});

const toDenialField = (denial: DenialReason | undefined) => (denial === undefined ? {} : { hindrance: denial });

const toDetails = (network: Network, peer: Peer): PeerDetails => {
  const { clock, catalogue, lastSeen, sessions, subscriptions } = network;
  subscriptions.expire(clock.seconds());
  const seenAt = network.seenAt(peer.id);
  return {
    ...toSummary(network, peer),
    software: sessions.get(peer.id)?.configuration?.software ?? '',
    ...(seenAt === undefined ? {} : { seenAt }),
    simplex: lastSeen.isSimplex(peer.id),
    expiryMinutes: peer.expiryMinutes,
    allowed: toAllowedText(peer.allowed),
    options: peer.options,
    talkgroups: subscriptions.of(peer.id).map(({ talkgroup, timeslot, source, endsAtSeconds }) => ({
      ...{ number: talkgroup, name: catalogue.nameOf(talkgroup), timeslot, source },
      ...toDenialField(toDenialReason(catalogue, peer, talkgroup)),
      ...(Number.isFinite(endsAtSeconds) ? { leftSeconds: Math.round(endsAtSeconds - clock.seconds()) } : {}),
    })),
  };
};

const parseSection = (text: string | boolean | undefined): number => {
  if (text === undefined) return STANDARD_SECTION;
  if (typeof text === 'string' && /^[1-9]$/.test(text)) return Number(text);
  throw new AppError('invalid-value', `${JSON.stringify(text)} is no section; allowed: 1 to 9.`);
};

/** @throws AppError invalid-value */
export const parseAddress = (text: string | boolean | undefined): string | undefined => {
  if (text === undefined) return undefined;
  if (typeof text === 'string' && /^[0-9A-Za-z.:-]{1,253}$/.test(text)) return text;
  throw new AppError('invalid-value', `${JSON.stringify(text)} is no address; allowed: a host name or an IP address.`);
};

/** @throws AppError before anything has changed */
const parseSnippetOptions = ({ options }: CommandCall) => ({
  section: parseSection(options.section),
  address: parseAddress(options.address),
});

const writeSnippet = (
  { toPublicEndpoint }: AdminDeps,
  { id, password }: { readonly id: number; readonly password: string },
  { section, address }: { readonly section: number; readonly address: string | undefined },
): string => {
  const reached = toPublicEndpoint();
  return toSnippet({ peer: id, password, section, address: address ?? reached.address, port: reached.port });
};

const change = (toChange: (value: string) => Partial<Omit<Peer, 'id'>>) => {
  return ({ network }: AdminDeps, call: CommandCall): PeerDetails => {
    const { id } = requirePeer(network, call);
    return toDetails(network, network.peers.change(id, toChange(call.arguments[1] ?? '')));
  };
};

const parseOptionsMode = (text: string): Peer['options'] => {
  if (text === 'ignore' || text === 'session') return text;
  throw new AppError('invalid-value', `${JSON.stringify(text)} is no mode; allowed: ignore, session.`);
};

const isStill = (network: Network, id: number, secret: Partial<Pick<Peer, 'password' | 'tokenHash'>>): boolean => {
  const peer = network.peers.get(id);
  return peer !== undefined && Object.entries(secret).every(([name, value]) => peer[name as keyof Peer] === value);
};

/** Undoes a registration, unless another one was made meanwhile. */
const withdraw = (network: Network, id: number, secret: Pick<Peer, 'password'>): void => {
  if (isStill(network, id, secret)) network.remove(id);
};

/** Gives a peer a new secret, saved and in force at once, or not at all. */
const renew = async (
  { network, savePeers }: AdminDeps,
  id: number,
  secret: { readonly password: string } | { readonly tokenHash: string },
): Promise<void> => {
  let before: Partial<Pick<Peer, 'password' | 'tokenHash'>> = {};
  await makeKept(network, {
    change: () => {
      const { password, tokenHash } = network.peers.require(id);
      before = 'password' in secret ? { password } : { tokenHash };
      network.peers.change(id, secret);
    },
    save: savePeers,
    undo: () => {
      if (isStill(network, id, secret)) network.peers.change(id, before);
    },
  });
};

const add: Handler<'peer add'> = async (parts, call) => {
  const { network, log } = parts;
  const [idText = '', callsignText = ''] = call.arguments;
  const id = parsePeerId(idText);
  const callsign = parseCallsign(callsignText);
  const token = createToken();
  const password = createPassword();
  const options = parseSnippetOptions(call);
  await makeKept(network, {
    change: () =>
      network.peers.add({
        ...{ id, callsign, password, tokenHash: toTokenHash(token) },
        ...{ expiryMinutes: STANDARD_EXPIRY_MINUTES, allowed: undefined, options: 'ignore' },
      }),
    save: parts.savePeers,
    undo: () => withdraw(network, id, { password }),
  });
  log.info(`peer ${id} (${callsign}) is registered`);
  return { id, token, password, snippet: writeSnippet(parts, { id, password }, options) };
};

const renewPassword: Handler<'peer password'> = async (parts, call) => {
  const { network, log } = parts;
  const { id } = requirePeer(network, call);
  const options = parseSnippetOptions(call);
  const password = createPassword();
  await renew(parts, id, { password });
  // A client with the old password must not stay logged in.
  network.master.disconnect(id);
  log.info(`peer ${id} has a new password`);
  return { id, password, snippet: writeSnippet(parts, { id, password }, options) };
};

const changeExpiry: Handler<'peer expiry'> = ({ network }, call) => {
  const before = requirePeer(network, call);
  const after = network.peers.change(before.id, { expiryMinutes: parseExpiryMinutes(call.arguments[1] ?? '') });
  const life = { beforeSeconds: toLifeSeconds(before), afterSeconds: toLifeSeconds(after) };
  network.subscriptions.change(before.id, (list) => changeLife(list, life, network.clock.seconds()));
  return toDetails(network, after);
};

export const peerHandlers: HandlersOf<Extract<CommandName, `peer ${string}`>> = {
  'peer add': add,
  'peer list': ({ network }) => network.peers.list().map((peer) => toSummary(network, peer)),
  'peer show': ({ network }, call) => toDetails(network, requirePeer(network, call)),
  'peer remove': ({ network, log }, call) => {
    const { id } = requirePeer(network, call);
    network.remove(id);
    log.info(`peer ${id} is removed`);
    return { id };
  },
  'peer token': async (parts, call) => {
    const { id } = requirePeer(parts.network, call);
    const token = createToken();
    await renew(parts, id, { tokenHash: toTokenHash(token) });
    parts.log.info(`peer ${id} has a new token`);
    return { id, token };
  },
  'peer password': renewPassword,
  'peer allow': change((text) => ({ allowed: parseAllowed(text) })),
  'peer expiry': changeExpiry,
  'peer options': change((text) => ({ options: parseOptionsMode(text) })),
};
