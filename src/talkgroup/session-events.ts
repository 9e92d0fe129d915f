// Side effects of login, logout and RPTO options.
import type { Clock } from './clock.ts';
import { type Endpoint, toEndpointText } from './endpoint.ts';
import { type Configuration, isSimplex } from './homebrew/configuration.ts';
import { toStaticTalkgroups } from './homebrew/options.ts';
import type { Session, SessionEnd } from './homebrew/sessions.ts';
import { mayUse } from './registry/access.ts';
import type { Catalogue } from './registry/catalogue.ts';
import type { Peers } from './registry/peers.ts';
import type { LastSeen } from './state/last-seen.ts';
import type { Router } from './streams/router.ts';
import type { SubscriptionTable } from './subscriptions/subscription-table.ts';
import { dropSession, type SessionTalkgroups, setSession } from './subscriptions/subscriptions.ts';
import type { DuplicateIds } from './telemetry/duplicate-ids.ts';
import type { LineLimit } from './telemetry/line-limit.ts';
import type { LoginHistory } from './telemetry/login-history.ts';

interface SessionEvents {
  /** A peer has sent its configuration; called again for a repeat. */
  configured(session: Session, configuration: Configuration): void;
  /** A peer requests static talkgroups, which most peers may not. */
  asked(session: Session, options: ReadonlyMap<string, string> | undefined): void;
  ended(session: Session, how: SessionEnd, by?: Endpoint): void;
}

const ENDINGS: Record<SessionEnd, string> = {
  replaced: 'is in from another address',
  goodbye: 'has said goodbye',
  silent: 'has fallen silent',
  'refused-configuration': 'is refused for its configuration',
  dismissed: 'is dismissed',
  closing: 'is sent away: the master stops',
};

export const createSessionEvents = (deps: {
  readonly clock: Clock;
  readonly log: LineLimit;
  readonly peers: Peers;
  readonly catalogue: Catalogue;
  readonly subscriptions: SubscriptionTable;
  readonly lastSeen: LastSeen;
  readonly loginHistory: LoginHistory;
  readonly duplicateIds: DuplicateIds;
  readonly router: Router;
  readonly onChange: () => void;
}): SessionEvents => {
  const { clock, log, peers, catalogue, subscriptions, lastSeen, loginHistory, duplicateIds, router } = deps;

  return {
    configured: (session, configuration) => {
      const { peer, endpoint } = session;
      const simplex = isSimplex(configuration);
      router.connect(peer, endpoint, simplex);
      lastSeen.record(peer, { simplex, at: clock.wallSeconds(), endpoint });
      loginHistory.record(peer, 'running', endpoint);
      if (session.configuration === undefined)
        log.info(`peer ${peer}`, `peer ${peer} (${configuration.callsign}) logged in from ${toEndpointText(endpoint)}`);
      deps.onChange();
    },

    asked: ({ peer, endpoint }, options) => {
      loginHistory.record(peer, options === undefined ? 'long-options' : 'options', endpoint);
      if (options === undefined) return;
      const record = peers.get(peer);
      if (record?.options !== 'session') return;
      const mayHave = (talkgroup: number): boolean => mayUse(catalogue, record, talkgroup);
      const first = toStaticTalkgroups(options, 1)?.filter(mayHave);
      const second = toStaticTalkgroups(options, 2)?.filter(mayHave);
      const wanted: SessionTalkgroups =
        lastSeen.isSimplex(peer) && first !== undefined
          ? { 1: [], 2: [...first, ...(second ?? [])] }
          : { 1: first, 2: second };
      subscriptions.change(peer, (list) => setSession(list, wanted));
    },

    ended: ({ peer, endpoint, seenAtSeconds }, how, by) => {
      if (by !== undefined) duplicateIds.record(peer, endpoint, by);
      if (how !== 'closing') loginHistory.record(peer, how, endpoint);
      // Replaced: its subscriptions and running calls continue at the new address.
      if (how === 'replaced') return;
      router.disconnect(peer);
      subscriptions.change(peer, dropSession);
      const silentSeconds = clock.seconds() - seenAtSeconds;
      lastSeen.record(peer, { simplex: lastSeen.isSimplex(peer), at: clock.wallSeconds() - silentSeconds });
      log.info(`peer ${peer}`, `peer ${peer} ${ENDINGS[how]}`);
      deps.onChange();
    },
  };
};
