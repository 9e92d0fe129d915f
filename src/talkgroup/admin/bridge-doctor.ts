// Says in plain words how a bridge to another server is.
import type { Network } from '../network.ts';
import type { Bridge } from '../openbridge/bridge.ts';
import type { BridgeDropReason } from '../openbridge/bridge-counters.ts';
import { toBridgeAddress } from '../openbridge/bridge-record.ts';
import { CUT_LENGTH, toCutDanger } from '../openbridge/truncated-key.ts';
import { isAllowed } from '../registry/talkgroup-ranges.ts';
import { toLengthText, toTimeText } from '../time-text.ts';
import type { Diagnosis } from './doctor.ts';

const toAgo = ({ clock }: Network, at: number): string => `${toLengthText(Math.max(0, clock.wallSeconds() - at))} ago`;

/** True when its last packet had a wrong key. */
const hasWrongKey = ({ wrongKeyAt, heardAt }: Bridge): boolean =>
  wrongKeyAt !== undefined && (heardAt === undefined || wrongKeyAt > heardAt);

/** A short state for lists. */
export const toBridgeState = (network: Network, bridge: Bridge): string => {
  const { problem, endpoint, heardAt, wrongKeyAt, farNetwork, record } = bridge;
  if (problem !== undefined) return problem;
  if (hasWrongKey(bridge)) return `wrong key ${toAgo(network, wrongKeyAt ?? 0)}`;
  if (endpoint === undefined) return 'its address is looked up';
  if (heardAt === undefined) return 'never heard';
  if (farNetwork === record.network) return `it calls itself ${record.network}, as this server does`;
  return `heard ${toAgo(network, heardAt)}`;
};

const toVerdict = (network: Network, bridge: Bridge): string => {
  const { record, problem, heardAt, wrongKeyAt, farNetwork, counters } = bridge;
  const address = toBridgeAddress(record);
  const when = (at: number): string => `${toTimeText(at)} (${toAgo(network, at)})`;
  if (problem !== undefined) return `Bridge ${record.name} has no way to its server: ${problem}`;
  if (hasWrongKey(bridge))
    return `Bridge ${record.name}: what came from ${address} at ${when(wrongKeyAt ?? 0)} has another key; \`cuedeck talkgroup bridge key ${record.name} FILE\` sets the one of the other server.`;
  if (heardAt === undefined)
    return `Bridge ${record.name}: nothing has come from ${address} since this master was started. There is no login: it is heard when somebody speaks there. Check the address and port on both sides, and the way here (UDP).`;
  if (farNetwork === record.network)
    return `Bridge ${record.name}: its server calls itself ${record.network}, as this one does, and is taken for an echo: one of them needs another network id.`;
  return `Bridge ${record.name} was last heard at ${when(heardAt)}, as network ${farNetwork}: ${counters.received} bursts taken, ${counters.sent} sent.`;
};

/** Remarks on a key that other servers truncate. */
export const toKeyRemarks = ({ bridges }: Network, bridge: Bridge): readonly string[] => {
  const { key, name } = bridge.record;
  if (key.length <= CUT_LENGTH) return [];
  const others = bridges
    .list()
    .filter((other) => other !== bridge)
    .map(({ record }) => record.key);
  const danger = toCutDanger(key, others);
  const cutting = `Its key has ${key.length} characters, of which HBlink3, FreeDMR and ADN use the first ${CUT_LENGTH}`;
  if (danger !== undefined)
    return [
      `${cutting}: a server that does so is not understood, since ${danger}. \`cuedeck talkgroup bridge key ${name} FILE\` sets another one.`,
    ];
  const heard =
    bridge.isCut === undefined
      ? `until its server is heard, what is sent to it is sealed with the first ${CUT_LENGTH}`
      : `its server uses ${bridge.isCut ? `the first ${CUT_LENGTH}` : 'all of them'}`;
  return [`${cutting}. Both forms are taken; ${heard}.`];
};

const MEANINGS: Partial<Record<BridgeDropReason, string>> = {
  'no-group-call': 'were no group calls on timeslot 1 (BOTH_SLOTS has to be off there)',
  talkgroup: 'were on talkgroups that are not taken from it or not carried here',
  loop: 'had come another way before: a loop, or the same call over two bridges',
  replayed: 'had come before: recordings of transmissions that had ended long ago',
  crowded: 'were more calls at once than a bridge may have',
};

export const diagnoseBridge = (network: Network, bridge: Bridge): Diagnosis => {
  const { record, heardAt, counters } = bridge;
  const unknownSender = network.bridges.lastUnknownSender();
  const carried = network.catalogue.list().filter(({ enabled }) => enabled);
  const sendsNothing = !carried.some(({ number }) => isAllowed(record.sends, number));
  return {
    isIn: heardAt !== undefined && !hasWrongKey(bridge),
    verdict: toVerdict(network, bridge),
    remarks: [
      ...toKeyRemarks(network, bridge),
      ...(sendsNothing
        ? ['None of the talkgroups that go to it is carried here: `cuedeck talkgroup catalogue list`.']
        : []),
      ...(heardAt === undefined && unknownSender !== undefined
        ? [
            `At ${toTimeText(unknownSender.at)} something came from ${unknownSender.from}, which is no bridge's address.`,
          ]
        : []),
      ...Object.entries(MEANINGS).flatMap(([why, meaning]) => {
        const count = counters.refused[why as BridgeDropReason];
        return count === 0 ? [] : [`${count} bursts from it ${meaning}.`];
      }),
    ],
  };
};
