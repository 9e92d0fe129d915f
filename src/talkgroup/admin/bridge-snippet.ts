// What the operator of the other server needs to join: a command for CueDeck, a section for the others.
import { AppError } from '../../base/errors.ts';
import { type BridgeRecord, toBridgeAddress, toBridgedText } from '../openbridge/bridge-record.ts';
import { isAllowed } from '../registry/talkgroup-ranges.ts';

type Place = Pick<BridgeRecord, 'host' | 'port'>;

/** @param here public address of this server */
export const toJoinCommand = (record: BridgeRecord, here: Place): string =>
  `cuedeck talkgroup bridge join NAME ${toBridgeAddress(here)} NETWORK ${toBridgedText(record.sends)} -`;

interface SectionOptions {
  readonly record: BridgeRecord;
  /** Public address of this server. */
  readonly here: Place;
  /** Talkgroups that this server carries. */
  readonly carried: readonly number[];
}

const toAcl = ({ sends }: BridgeRecord): string =>
  sends?.length === 0 ? 'DENY:ALL' : `PERMIT:${toBridgedText(sends).replace('all', 'ALL')}`;

// PORT must be that of the address given here, since a server only answers a known address.

const toHblink3 = ({ record, here }: SectionOptions): readonly string[] => [
  '[CUEDECK]',
  'MODE: OPENBRIDGE',
  'ENABLED: True',
  'IP:',
  `PORT: ${record.port}`,
  'NETWORK_ID: NETWORK',
  `PASSPHRASE: ${record.key}`,
  `TARGET_IP: ${here.host}`,
  `TARGET_PORT: ${here.port}`,
  'BOTH_SLOTS: False',
  'USE_ACL: True',
  'SUB_ACL: DENY:1',
  `TGID_ACL: ${toAcl(record)}`,
];

/** It expects the network id of the other side, identifies itself by its SERVER_ID, and recognizes bridges by their first letters. */
const toFreedmr = ({ record, here }: SectionOptions): readonly string[] => [
  '[OBP-CUEDECK]',
  'MODE: OPENBRIDGE',
  'ENABLED: True',
  'IP:',
  `PORT: ${record.port}`,
  `NETWORK_ID: ${record.network}`,
  `PASSPHRASE: ${record.key}`,
  `TARGET_IP: ${here.host}`,
  `TARGET_PORT: ${here.port}`,
  'USE_ACL: True',
  'SUB_ACL: DENY:1',
  `TGID_ACL: ${toAcl(record)}`,
  'RELAX_CHECKS: False',
  'ENHANCED_OBP: False',
  'PROTO_VER: 1',
];

/** It only carries talkgroups that are listed one by one. */
const toNumbers = ({ record: { sends }, carried }: SectionOptions): readonly number[] => {
  const single = (sends ?? []).filter(([first, last]) => first === last).map(([first]) => first);
  const numbers = new Set([...single, ...carried.filter((number) => isAllowed(sends, number))]);
  return [...numbers].sort((one, other) => one - other);
};

const toHblink4 = (deps: SectionOptions): readonly string[] => {
  const { record, here } = deps;
  const connection = {
    enabled: true,
    name: 'CueDeck',
    network_id: 'NETWORK',
    local_address: '0.0.0.0',
    local_port: record.port,
    target_address: here.host,
    target_port: here.port,
    passphrase: record.key,
    preserve_source_peer: false,
    talkgroup_slots: Object.fromEntries(toNumbers(deps).map((number) => [String(number), '2'])),
  };
  return JSON.stringify(connection, undefined, 4).replace('"NETWORK"', 'NETWORK').split('\n');
};

/** Servers with a known configuration, and the section that their operators add to it. */
export const SERVERS = {
  hblink3: {
    toLines: toHblink3,
    words:
      'HBlink3: this section, with a network id of its own for NETWORK. HBlink4, FreeDMR and ADN want another: `bridge add` with `--for hblink4` or `--for freedmr`.',
  },
  hblink4: {
    toLines: toHblink4,
    words:
      'HBlink4: this entry of `openbridge_connections`, with a network id of its own for NETWORK, and with the timeslot of each talkgroup there.',
  },
  freedmr: {
    toLines: toFreedmr,
    words:
      'FreeDMR and ADN: this section as it is; NETWORK_ID is the one of this server. They call themselves by the SERVER_ID of their [GLOBAL] section, which must not be the same.',
  },
} as const;

type ServerKind = keyof typeof SERVERS;

/** @throws AppError invalid-value */
export const parseServer = (text: string | boolean | undefined): ServerKind => {
  if (text === undefined) return 'hblink3';
  if (text === 'hblink3' || text === 'hblink4' || text === 'freedmr') return text;
  throw new AppError(
    'invalid-value',
    `${JSON.stringify(text)} is no server; allowed: ${Object.keys(SERVERS).join(', ')} (which is ADN, too).`,
  );
};

export const toSection = (server: ServerKind, deps: SectionOptions): string => SERVERS[server].toLines(deps).join('\n');
