// The answer of each command as lines for a terminal.
import type {
  BridgeDetails,
  CommandName,
  CommandResults,
  HotspotSecrets,
  PeerDetails,
} from '../../talkgroup/admin/commands.ts';
import { toLengthText, toTimeText } from '../../talkgroup/time-text.ts';
import { toPrintable, toTable } from '../format.ts';

type Lines = readonly string[];

const toColumns = (rows: readonly Lines[]): Lines => toTable(rows, toPrintable);

const toPlural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const renderSecrets = ({ id, token, password, snippet }: HotspotSecrets): Lines => [
  `Peer ${id}. Keep this: it is shown once.`,
  ...(token === undefined ? [] : [`  API token         ${token}`]),
  `  Hotspot password  ${password}`,
  '',
  'For the hotspot: this section in the configuration of DMRGateway (Pi-Star and WPSD: Expert, Full Edit, DMR GW),',
  'in the place of the section with the same number.',
  '',
  ...snippet.split('\n'),
];

const renderBridge = (bridge: BridgeDetails): Lines => [
  `Bridge ${bridge.name} to ${bridge.address}, as network ${bridge.network}: ${bridge.state}`,
  ...toColumns([
    ['  sends', bridge.sends],
    ['  takes', bridge.takes],
    ['  relays', bridge.relay ? 'to and from the other bridges that relay' : 'no'],
    ['  bursts', `${bridge.received} received, ${bridge.sent} sent`],
  ]),
  ...bridge.remarks,
];

const toLife = (leftSeconds: number | undefined): string =>
  leftSeconds === undefined ? '' : `${toLengthText(Math.max(0, leftSeconds))} left`;

const renderPeer = (peer: PeerDetails): Lines => [
  `Peer ${peer.id} (${peer.callsign}) ${peer.isIn ? 'is in' : 'is not in'}${peer.software === '' ? '' : `, ${peer.software}`}`,
  ...toColumns([
    ['  last seen', peer.seenAt === undefined ? 'never' : toTimeText(peer.seenAt)],
    ['  simplex', peer.simplex ? 'yes, all on timeslot 2' : 'no'],
    ['  dynamic expiry', peer.expiryMinutes === 0 ? 'never' : toPlural(peer.expiryMinutes, 'minute')],
    ['  may use', peer.allowed],
    ['  its options', peer.options === 'session' ? 'set static talkgroups while it is in' : 'are ignored'],
  ]),
  ...(peer.talkgroups.length === 0 ? ['  listens to no talkgroup'] : ['  talkgroups:']),
  ...toColumns(
    peer.talkgroups.map(({ number, name, timeslot, source, hindrance, leftSeconds }) => [
      `    ${number}`,
      name,
      `timeslot ${timeslot}`,
      source,
      [toLife(leftSeconds), hindrance === undefined ? '' : `not carried: ${hindrance}`].filter(Boolean).join(', '),
    ]),
  ),
];

const renderTalkgroup = ({ number, name, enabled }: { number: number; name: string; enabled: boolean }): Lines => [
  `${number}  ${name}  ${enabled ? 'carried' : 'switched off'}`,
];

const renderImport = (result: CommandResults['catalogue import']): Lines => [
  `${result.format}${result.dryRun ? ', nothing is changed (--dry-run)' : ''}:`,
  ...toColumns([
    ['  added', String(result.added)],
    ['  changed', String(result.changed)],
    ['  unchanged', String(result.unchanged)],
    ['  deleted', String(result.deleted)],
    ['  skipped', String(Object.values(result.skipped).reduce((sum, count) => sum + count, 0))],
    ...Object.entries(result.skipped).map(([why, count]) => [`    ${why}`, String(count)]),
  ]),
];

export const RENDERINGS: { readonly [Name in CommandName]: (result: CommandResults[Name]) => Lines } = {
  'peer add': renderSecrets,
  'peer list': (peers) =>
    peers.length === 0
      ? ['No peer is registered.']
      : toColumns(peers.map(({ id, callsign, isIn }) => [String(id), callsign, isIn ? 'in' : 'out'])),
  'peer show': renderPeer,
  'peer remove': ({ id }) => [`Peer ${id} is removed.`],
  'peer token': ({ id, token }) => [`The new API token of peer ${id}, shown once: ${token}`],
  'peer password': renderSecrets,
  'peer allow': renderPeer,
  'peer expiry': renderPeer,
  'peer options': renderPeer,
  'catalogue import': renderImport,
  'catalogue add': renderTalkgroup,
  'catalogue list': (talkgroups) =>
    talkgroups.length === 0
      ? ['The catalogue is empty.']
      : toColumns(talkgroups.map(({ number, name, enabled }) => [String(number), name, enabled ? '' : 'off'])),
  'catalogue enable': renderTalkgroup,
  'catalogue disable': renderTalkgroup,
  'bridge add': ({ name, key, command, section, words }) => [
    `Bridge ${name}. Its key, shown once: ${key}`,
    '',
    'Another CueDeck joins with this; the key goes to its standard input, NAME is what it calls this server:',
    '',
    `  ${command}`,
    '',
    words,
    '',
    ...section.split('\n'),
  ],
  'bridge join': renderBridge,
  'bridge list': (bridges) =>
    bridges.length === 0
      ? ['There is no bridge.']
      : toColumns(bridges.map(({ name, address, state }) => [name, address, state])),
  'bridge remove': ({ name }) => [`Bridge ${name} is removed.`],
  'bridge key': renderBridge,
  'bridge address': renderBridge,
  'bridge send': renderBridge,
  'bridge take': renderBridge,
  'bridge relay': renderBridge,
  'drop-dynamics': ({ id, dropped }) => [`Peer ${id}: ${toPlural(dropped, 'dynamic talkgroup')} dropped.`],
  'last-heard': (transmissions) =>
    transmissions.length === 0
      ? ['Nobody has spoken yet.']
      : toColumns(
          transmissions.map(
            ({ startedAt, source, group, destination, name, peer, bridge, timeslot, lengthSeconds }) => [
              toTimeText(startedAt),
              `radio ${source}`,
              group ? `to ${destination} ${name}` : `to radio ${destination}`,
              bridge === undefined ? `peer ${peer} TS${timeslot}` : `bridge ${bridge}`,
              `${lengthSeconds.toFixed(1)} s`,
            ],
          ),
        ),
  status: (status) => [
    `cuedeck-talkgroup ${status.version}, up ${toLengthText(status.upSeconds)}`,
    ...toColumns([
      ['  peers', `${status.peersIn} in of ${status.peers}`],
      ['  talkgroups', String(status.talkgroups)],
      ['  subscriptions', String(status.subscriptions)],
      ['  transmissions', String(status.running)],
      ['  bursts', `${status.burstsReceived} received, ${status.burstsSent} sent`],
      ['  failed writes', String(status.failedWrites)],
      ['  API', status.http],
      ['  DMR', status.dmr],
    ]),
  ],
  doctor: ({ verdict, remarks }) => [verdict, ...remarks],
};
