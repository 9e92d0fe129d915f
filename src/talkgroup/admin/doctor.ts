// Says in plain words why a hotspot is not in, or what may be wrong with one that is.

import { UNKNOWN_SENDER_LIMIT } from '../homebrew/master.ts';
import { MAX_OPTIONS_BYTES } from '../homebrew/options.ts';
import type { Network } from '../network.ts';
import { toDenialReason } from '../registry/access.ts';
import type { Peer } from '../registry/peers.ts';
import type { LoginEvent, PeerHistory } from '../telemetry/login-history.ts';
import { toLengthText, toTimeText } from '../time-text.ts';

export interface Diagnosis {
  readonly isIn: boolean;
  /** One sentence. */
  readonly verdict: string;
  /** Further remarks, one sentence each. */
  readonly remarks: readonly string[];
}

/** @param peer any id, registered or not */
export const diagnose = (network: Network, peer: number): Diagnosis => {
  const page = network.loginHistory.of(peer);
  const record = network.peers.get(peer);
  const when = (at: number): string =>
    `${toTimeText(at)} (${toLengthText(Math.max(0, network.clock.wallSeconds() - at))} ago)`;
  if (record === undefined) {
    const knocked = page['unknown-peer'];
    const verdict = `Peer ${peer} is not registered here: \`cuedeck talkgroup peer add ${peer} CALLSIGN\` registers it.`;
    return {
      isIn: false,
      verdict,
      remarks: knocked === undefined ? [] : [`It tried to log in at ${when(knocked.at)} from ${knocked.from}.`],
    };
  }
  const session = network.sessions.get(peer);
  if (session?.configuration !== undefined)
    return {
      isIn: true,
      verdict: `Peer ${peer} is in since ${when(session.since)} from ${page.running?.from ?? 'an unknown address'}.`,
      remarks: toRemarks(network, record, page),
    };
  return { isIn: false, verdict: toVerdict(network, peer, page, when), remarks: toRemarks(network, record, page) };
};

const OUT: Partial<Record<LoginEvent, (peer: number, when: string, from: string) => string>> = {
  asked: (peer, when, from) =>
    `Peer ${peer} asked to log in at ${when} from ${from} and never answered: what this master sends does not reach it (firewall, or an address it cannot be answered at).`,
  'wrong-password': (peer, when, from) =>
    `Peer ${peer} gave a wrong password at ${when} from ${from}: put the one of \`cuedeck talkgroup peer password ${peer}\` into the hotspot.`,
  'refused-configuration': (peer, when, from) =>
    `The configuration of peer ${peer} was refused at ${when} from ${from}: it carries no readable callsign.`,
  limited: (peer, when, from) =>
    `Peer ${peer} gave a wrong password at ${when} from ${from}, and so many came from there that it was not answered: put the one of \`cuedeck talkgroup peer password ${peer}\` into the hotspot.`,
  'passed-over': (peer, when, from) =>
    `Peer ${peer} was not answered at ${when}: more than ${UNKNOWN_SENDER_LIMIT.max} messages of hotspots that are not in came from ${from.replace(/:[0-9]+$/, '')} within ${UNKNOWN_SENDER_LIMIT.withinSeconds} seconds; it is answered again when they are fewer.`,
  'out-of-step': (peer, when, from) =>
    `Peer ${peer} answered at ${when} from ${from} to a login that is not under way here: its answer took more than a minute, or came from another port than its request. It starts again by itself.`,
  authorised: (peer, when, from) =>
    `Peer ${peer} gave the right password at ${when} from ${from} and did not send its configuration yet.`,
  goodbye: (peer, when) => `Peer ${peer} said goodbye at ${when}: it was stopped or switched off.`,
  silent: (peer, when, from) =>
    `Peer ${peer} is silent: nothing was heard from ${from} for a minute when it was given up at ${when}.`,
  dismissed: (peer, when) => `Peer ${peer} was sent away from here at ${when} and did not come back.`,
};

const toVerdict = (network: Network, peer: number, page: PeerHistory, toWhen: (at: number) => string): string => {
  const latest = Object.entries(page)
    .flatMap(([event, entry]) => {
      const toSentence = OUT[event as LoginEvent];
      return toSentence === undefined ? [] : [{ ...entry, toSentence }];
    })
    .reduce<{ at: number; sentence: string } | undefined>((best, { at, from, toSentence }) => {
      // Several at one instant: the later step of a login says more.
      const isLater = best === undefined || at >= best.at;
      return isLater ? { at, sentence: toSentence(peer, toWhen(at), from) } : best;
    }, undefined);
  if (latest !== undefined) return latest.sentence;
  const seenAt = network.seenAt(peer);
  return seenAt === undefined
    ? `Peer ${peer} was never seen here: nothing with its id has arrived. Check the address and port in the hotspot, its id, and the way to this master (UDP).`
    : `Peer ${peer} was last seen at ${toWhen(seenAt)}; nothing has arrived from it since this master was started.`;
};

const toRemarks = (network: Network, record: Peer, page: PeerHistory): readonly string[] => {
  const { id } = record;
  const configuration = network.sessions.get(id)?.configuration;
  const addressChanges = network.duplicateIds.backAndForth(id);
  const callsign = configuration?.callsign.toUpperCase();
  return [
    ...(addressChanges > 0
      ? [
          `It went back and forth between places ${addressChanges} times within ten minutes: do two hotspots use its id?`,
        ]
      : []),
    ...(callsign !== undefined && callsign !== record.callsign
      ? [`It calls itself ${callsign}, and is registered as ${record.callsign}.`]
      : []),
    ...(configuration?.slots === 0 ? ['Both of its timeslots are switched off in its configuration.'] : []),
    ...toUnheard(network, record.id),
    ...(isOptionTextTooLong(page)
      ? [`Its option text is longer than ${MAX_OPTIONS_BYTES} bytes: it was acknowledged and not taken.`]
      : []),
    ...(network.catalogue.list().some(({ enabled }) => enabled)
      ? []
      : ['The catalogue is empty: no talkgroup is carried. `cuedeck talkgroup catalogue import FILE` fills it.']),
    ...(network.subscriptions.of(id).length === 0 ? ['It listens to no talkgroup.'] : []),
    ...toHindered(network, record),
  ];
};

/** True when the last option text was too long. */
const isOptionTextTooLong = ({ options, 'long-options': long }: PeerHistory): boolean =>
  long !== undefined && (options === undefined || long.at > options.at);

const MAX_NAMED = 10;

const toHindered = ({ catalogue, subscriptions }: Network, record: Peer): readonly string[] => {
  const hindered = subscriptions.of(record.id).flatMap(({ talkgroup, source }) => {
    const denial = source === 'disabled' ? undefined : toDenialReason(catalogue, record, talkgroup);
    return denial === undefined ? [] : [`${talkgroup} (${denial})`];
  });
  if (hindered.length === 0) return [];
  const more = hindered.length > MAX_NAMED ? ` and ${hindered.length - MAX_NAMED} more` : '';
  return [`It has talkgroups that are not carried for it: ${hindered.slice(0, MAX_NAMED).join(', ')}${more}.`];
};

/** Talkgroups that a simplex hotspot cannot hear, because they are set on timeslot 1. */
const toUnheard = ({ sessions, subscriptions }: Network, id: number): readonly string[] => {
  const slots = sessions.get(id)?.configuration?.slots;
  if (slots !== 1 && slots !== 2) return [];
  const unheard = subscriptions.of(id).filter(({ timeslot, source }) => timeslot !== slots && source !== 'disabled');
  const names = unheard.map(({ talkgroup }) => talkgroup).join(', ');
  return [
    `It receives timeslot ${slots} only${unheard.length === 0 ? '' : `, and does not hear what it has on timeslot ${slots === 1 ? 2 : 1}: ${names}`}.`,
  ];
};
