// Publishes status and clip list on change, and the position during playback.

import type { Clock } from '../../base/clock.ts';
import type { ClipPlayability } from '../../deck/clips/playability.ts';
import type { Deck } from '../../deck/deck.ts';
import type { Machine, WallClock } from '../../deck/ports.ts';
import { isPlayingOrWaiting, PositionTicker } from '../../deck/position-ticker.ts';
import { changeKind } from '../../deck/read-outs.ts';
import type { DeckState } from '../../deck/state.ts';
import { toHttpUrl } from '../../net/http-address.ts';
import type { BrokerConnection } from '../broker/connection.ts';
import type { SyncStatus } from '../sync/sync-session.ts';
import type { Topics } from '../topics.ts';
import { toClipsJson, toClockJson, toDeviceJson, toPositionJson, toTransportJson } from './payloads.ts';

const POSITION_INTERVAL_SECONDS = 1;
/** Disk space and clock change without an event. */
const REFRESH_INTERVAL_SECONDS = 30;
/** Verdicts come one by one while clips are measured. */
const VERDICTS_DELAY_SECONDS = 5;
/** Commands are executed and answered first, and a starting clip shows its first frames; the changes then go in one message. */
const DEBOUNCE_SECONDS = 0.03;

interface StatusDeps {
  readonly deck: Deck;
  readonly machine: Machine;
  readonly wall: WallClock;
  readonly id: string;
  readonly groups: readonly string[];
  /** Address of its control API and page; undefined: every interface. */
  readonly httpHost?: string;
  readonly httpPort: number;
  /** Token with which others get its thumbnails; undefined: none needed. */
  readonly pictureTicket?: string;
}

/** The status for reports and answers. */
export const toStatusJson = ({ deck, machine, wall, id, groups, httpHost, httpPort, pictureTicket }: StatusDeps) => ({
  player: id,
  groups,
  ...toTransportJson(deck.state()),
  ...toDeviceJson(machine),
  urls: (httpHost === undefined ? Object.values(machine.interfaces()) : [httpHost]).map((address) =>
    toHttpUrl(address, httpPort),
  ),
  pictureTicket: pictureTicket ?? null,
  clock: toClockJson(wall),
});

export class StatusFeed {
  readonly #deps: StatusDeps & {
    readonly playability?: ClipPlayability;
    readonly clock: Clock;
    readonly topics: Topics;
    readonly link: BrokerConnection;
  };
  readonly #syncStatus: () => SyncStatus | undefined;
  readonly #onClips: () => void;
  readonly #ticker: PositionTicker;
  #lastStatus = '';
  /** The last published state; undefined: publishing is off. */
  #before: DeckState | undefined;
  #stopPause: (() => void) | undefined;
  #stopVerdicts: (() => void) | undefined;
  #stops: readonly (() => void)[] = [];
  #stopRefresh: (() => void) | undefined;

  /** @param deps.onClips called after the clip list was published, to publish what depends on it */
  constructor(
    deps: StatusDeps & {
      /** Tells of each clip whether it plays smoothly. */
      playability?: ClipPlayability;
      clock: Clock;
      topics: Topics;
      link: BrokerConnection;
      syncStatus: () => SyncStatus | undefined;
      onClips: () => void;
    },
  ) {
    this.#deps = deps;
    this.#syncStatus = deps.syncStatus;
    this.#onClips = deps.onClips;
    this.#ticker = new PositionTicker({
      ...deps,
      intervalSeconds: POSITION_INTERVAL_SECONDS,
      isWanted: () => deps.link.isUp(),
      isMoving: isPlayingOrWaiting,
      publish: (state) => this.#sendPosition(state),
    });
  }

  start(): void {
    const { deck, machine, playability } = this.#deps;
    this.#stops = [
      deck.subscribe((_, before) => this.#publishSoon(before)),
      machine.subscribe(() => {
        this.#sendStatus();
        this.#onClips();
      }),
      playability?.subscribe(() => this.#publishVerdicts()) ?? (() => undefined),
    ];
    this.#refreshLater();
  }

  /** Publishes everything, since the broker may have lost it. */
  publishAll(): void {
    const { link, topics, deck } = this.#deps;
    this.#lastStatus = '';
    this.#sendClips();
    this.#sendStatus();
    link.put({ topic: topics.reports.online, payload: 'online', retained: true });
    this.#sendPosition(deck.state());
    this.#ticker.follow();
  }

  stop(): void {
    for (const stop of this.#stops) stop();
    this.#stopPause?.();
    this.#stopVerdicts?.();
    this.#ticker.stop();
    this.#stopRefresh?.();
  }

  #publishSoon(before: DeckState): void {
    if (this.#before !== undefined || !this.#deps.link.isUp()) return;
    this.#before = before;
    this.#stopPause = this.#deps.clock.after(DEBOUNCE_SECONDS, () => {
      this.#before = undefined;
      this.#publishChanges(this.#deps.deck.state(), before);
    });
  }

  #publishChanges(next: DeckState, before: DeckState): void {
    if (!this.#deps.link.isUp()) return;
    const kind = changeKind(next, before);
    if (kind === 'clips') this.#sendClips();
    if (kind !== 'position') this.#sendStatus();
    this.#ticker.notice(next, before);
  }

  #publishVerdicts(): void {
    this.#stopVerdicts ??= this.#deps.clock.after(VERDICTS_DELAY_SECONDS, () => {
      this.#stopVerdicts = undefined;
      if (this.#deps.link.isUp()) this.#sendClips();
    });
  }

  #sendStatus(): void {
    const { link, topics } = this.#deps;
    if (!link.isUp()) return;
    const payload = JSON.stringify(toStatusJson(this.#deps));
    if (payload === this.#lastStatus) return;
    this.#lastStatus = payload;
    link.put({ topic: topics.reports.status, payload, retained: true });
  }

  #sendClips(): void {
    const { link, topics, deck, playability } = this.#deps;
    link.put({
      topic: topics.reports.clips,
      payload: JSON.stringify(toClipsJson(deck.state(), playability)),
      retained: true,
    });
    this.#onClips();
  }

  #sendPosition(state: DeckState): void {
    const { link, topics } = this.#deps;
    const payload = JSON.stringify({ ...toPositionJson(state), sync: this.#syncStatus() ?? null });
    link.put({ topic: topics.reports.position, payload, retained: true, qos: 0 });
  }

  #refreshLater(): void {
    this.#stopRefresh = this.#deps.clock.after(REFRESH_INTERVAL_SECONDS, () => {
      this.#sendStatus();
      this.#refreshLater();
    });
  }
}
