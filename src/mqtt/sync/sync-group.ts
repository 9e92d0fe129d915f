// Keeps players that started together in sync.

import type { StartedClip } from '../../deck/scheduled-start.ts';
import { toCorrection } from './correction.ts';
import { toSharedSection } from './drift.ts';
import { type RejoinCandidate, watchForRejoin } from './rejoin-after-restart.ts';
import { parseSyncMessage } from './sync-message.ts';
import { isOf, SyncSession, type SyncSessionDeps, type SyncSessionKey, type SyncStatus } from './sync-session.ts';

interface SyncGroupDeps extends SyncSessionDeps {
  readonly groups: readonly string[];
  /** Maximum clock uncertainty for a rejoin after a restart. */
  readonly boundSeconds: number;
}

export class SyncGroup {
  readonly #deps: SyncGroupDeps;
  /** Used once. */
  #rejoinCandidate: RejoinCandidate | undefined;
  #session: SyncSession | undefined;

  constructor(deps: SyncGroupDeps) {
    this.#deps = deps;
  }

  /** Called when the power-on setting has been applied. */
  poweredOn(): void {
    const { deck, clock } = this.#deps;
    if (this.#session === undefined) this.#rejoinCandidate = watchForRejoin(deck, () => clock.nowSeconds());
  }

  /** Joins, after a scheduled start, all others that were started by the same command. */
  join({ clip, atSeconds, lateSeconds }: StartedClip, scope: string): void {
    this.leave();
    const isLate = toCorrection(lateSeconds, 'gone', 0) === 'jump';
    const key = `${scope.startsWith('player/') ? 'player' : scope}@${Math.round(atSeconds * 1000)}`;
    this.#begin({ ...toSharedSection(clip), key, clipId: clip.id }, { originSeconds: atSeconds, isLate });
  }

  /** Undefined while this player is in no group. */
  syncStatus(): SyncStatus | undefined {
    return this.#session?.syncStatus();
  }

  /** Handles a message on the sync topic. */
  hear(payload: Buffer): void {
    const message = parseSyncMessage(payload);
    if (message === undefined) return;
    if (this.#session === undefined && this.#isSentTo(message.session) && this.#knowsTheTime()) {
      const session = this.#rejoinCandidate?.toSession(message.session);
      if (session !== undefined && isOf(message, session)) {
        this.#deps.log.info(`in sync with ${message.player} again`);
        this.#begin(session, { originSeconds: message.originSeconds, isLate: true });
      }
    }
    this.#session?.hear(message);
  }

  leave(): void {
    this.#session?.leave();
  }

  #begin(session: SyncSessionKey, start: { readonly originSeconds: number; readonly isLate: boolean }): void {
    this.#rejoinCandidate = undefined;
    const onLeft = (): void => {
      this.#session = undefined;
    };
    this.#session = new SyncSession(this.#deps, session, { ...start, onLeft });
  }

  /** True when a start was sent to this player. */
  #isSentTo(key: string): boolean {
    const scope = key.replace(/@\d+$/, '');
    return scope === 'all' || this.#deps.groups.some((group) => scope === `group/${group}`);
  }

  #knowsTheTime(): boolean {
    const reading = this.#deps.wall.reading();
    return reading !== undefined && reading.uncertaintySeconds <= this.#deps.boundSeconds;
  }
}
