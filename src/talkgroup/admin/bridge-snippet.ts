// What the operator of the other server needs to join: a command for CueDeck, a section for HBlink3 and its relatives.
import { type BridgeRecord, toBridgeAddress, toBridgedText } from '../openbridge/bridge-record.ts';

type Place = Pick<BridgeRecord, 'host' | 'port'>;

/** @param here where the other server reaches this one */
export const toJoinCommand = (record: BridgeRecord, here: Place): string =>
  `cuedeck talkgroup bridge join NAME ${toBridgeAddress(here)} NETWORK ${toBridgedText(record.sends)} -`;

/** Its PORT has to be the one of the address given here: a server answers only to where it is known. */
export const toSection = (record: BridgeRecord, here: Place): string =>
  [
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
    `TGID_ACL: ${record.sends?.length === 0 ? 'DENY:ALL' : `PERMIT:${toBridgedText(record.sends).replace('all', 'ALL')}`}`,
  ].join('\n');
