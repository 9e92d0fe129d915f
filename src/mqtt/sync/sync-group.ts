// Players that started together stay together: the leader tells where it is, the others run a little faster or slower.

import type { Started } from '../scheduled-start.ts';
import { toSharedSection } from './drift.ts';
import { type Restored, watchRestored } from './rejoin-after-restart.ts';
import { parseBeacon } from './sync-message.ts';
import { isOf, type MemberParts, Membership, type Session, type Togetherness } from './sync-session.ts';

export interface EnsembleParts extends MemberParts {
  readonly groups: readonly string[];
  /** A player that was restarted does not join by a clock that may be wrong by more. */
  readonly boundSeconds: number;
}

export class Ensemble {
  readonly #parts: EnsembleParts;
  /** Taken once. */
  #restored: Restored | undefined;
  #membership: Membership | undefined;

  constructor(parts: EnsembleParts) {
    this.#parts = parts;
  }

  /** Power-on has just put on what plays now. */
  poweredOn(): void {
    const { deck, clock } = this.#parts;
    if (this.#membership === undefined) this.#restored = watchRestored(deck, () => clock.nowSeconds());
  }

  /** After a start at an instant: with everyone else who was fired for it in the same scope. */
  join({ clip, atSeconds, scope, isLate }: Started): void {
    this.leave();
    const key = `${scope.startsWith('player/') ? 'player' : scope}@${Math.round(atSeconds * 1000)}`;
    this.#begin({ ...toSharedSection(clip), key, clipId: clip.id }, { originSeconds: atSeconds, isLate });
  }

  /** Undefined while this player runs by itself. */
  togetherness(): Togetherness | undefined {
    return this.#membership?.togetherness();
  }

  /** A message on the topic of beacons. */
  hear(payload: Buffer): void {
    const beacon = parseBeacon(payload);
    if (beacon === undefined) return;
    if (this.#membership === undefined && this.#isSentTo(beacon.session) && this.#knowsTheTime()) {
      const session = this.#restored?.toSession(beacon.session);
      if (session !== undefined && isOf(beacon, session)) {
        this.#parts.log.info(`playing together with ${beacon.player} again`);
        this.#begin(session, { originSeconds: beacon.originSeconds, isLate: true });
      }
    }
    this.#membership?.hear(beacon);
  }

  leave(): void {
    this.#membership?.leave();
  }

  #begin(session: Session, start: { readonly originSeconds: number; readonly isLate: boolean }): void {
    this.#restored = undefined;
    const onLeft = (): void => {
      this.#membership = undefined;
    };
    this.#membership = new Membership(this.#parts, session, { ...start, onLeft });
  }

  /** Whether a start was sent to this player among others. */
  #isSentTo(key: string): boolean {
    const scope = key.replace(/@\d+$/, '');
    return scope === 'all' || this.#parts.groups.some((group) => scope === `group/${group}`);
  }

  #knowsTheTime(): boolean {
    const reading = this.#parts.wall.reading();
    return reading !== undefined && reading.uncertaintySeconds <= this.#parts.boundSeconds;
  }
}
