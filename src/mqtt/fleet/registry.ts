// Registry of all players, built from their reports.
import { RESERVE_BYTES } from '../../deck/disk-reserve.ts';
import { toPlayerOrigins } from './player-address.ts';
import { createReportStore, type PlayerReports, REPORT_PARTS } from './player-reports.ts';

export interface FleetPlayer {
  readonly id: string;
  readonly isOnline: boolean;
  readonly name: string;
  readonly groups: readonly string[];
  readonly version: string;
  /** URLs of its page and control API, one for each of its addresses: `http://`, an IP address, a port. */
  readonly urls: readonly string[];
  /** Token for its thumbnails, if they are protected. */
  readonly pictureTicket?: string;
  readonly clipId: string;
  readonly clip: string;
  readonly state: string;
  /** Scheduled start of its cued clip, ISO 8601. */
  readonly armedAt?: string;
  readonly positionSeconds: number;
  readonly remainingSeconds: number;
  /** Its clip loops: the remaining time is that of this pass. */
  readonly loops?: true;
  /** Clips of its list, without the splash screen. */
  readonly clips: number;
  /** Clips that it is too slow for: it loses frames of them; the first ones. */
  readonly tooSlow: readonly string[];
  /** Uncertainty of its clock in seconds; undefined: not synchronized. */
  readonly clockUncertaintySeconds?: number;
  /** Its faults as text; empty when it is healthy. */
  readonly faults: readonly string[];
}

interface FleetRegistry {
  /** Handles a message of any player; ignores all others. */
  handle(topic: string, payload: Buffer): void;
  /** Players in order of their ids. */
  players(): readonly FleetPlayer[];
}

/** Topic filters of a view. */
export const toFleetFilters = (root: string): readonly string[] =>
  REPORT_PARTS.map((part) => `${root}/player/+/${part}`);

export const createFleetRegistry = (root: string): FleetRegistry => {
  const store = createReportStore();
  const start = `${root}/player/`;
  return {
    handle: (topic, payload) => {
      if (!topic.startsWith(start)) return;
      const [id = '', word, ...more] = topic.slice(start.length).split('/');
      const part = REPORT_PARTS.find((name) => name === word);
      if (part === undefined || more.length > 0) return;
      // An empty retained message takes the one before away: somebody has cleared up after a player that is gone.
      if (payload.length === 0 && part === 'online') store.delete(id);
      else store.put(id, part, payload);
    },
    players: () =>
      store
        .players()
        .filter(([, { online }]) => online !== undefined)
        .map(([id, reports]) => toPlayer(id, reports))
        .sort((one, other) => one.id.localeCompare(other.id, 'en', { numeric: true })),
  };
};

const toPlayer = (id: string, reports: PlayerReports): FleetPlayer => {
  const { online, status = {}, clips, position = {}, isCut } = reports;
  const isOnline = online === 'online';
  // Ignores a position of the previous clip.
  const here = position.clipId === status.clipId ? position : {};
  const { pictureTicket, armedAt, clock } = status;
  return {
    id,
    isOnline,
    name: status.name ?? id,
    groups: status.groups ?? [],
    version: status.version ?? '',
    urls: toPlayerOrigins(status.urls ?? []),
    ...(pictureTicket !== undefined && { pictureTicket }),
    clipId: status.clipId ?? '',
    clip: status.clip ?? '',
    state: status.state ?? '',
    ...(armedAt !== undefined && { armedAt }),
    positionSeconds: here.positionSeconds ?? 0,
    remainingSeconds: here.remainingSeconds ?? (status.outSeconds ?? 0) - (status.inSeconds ?? 0),
    ...(status.loops === true && { loops: true }),
    clips: clips?.count ?? 0,
    tooSlow: clips?.tooSlow ?? [],
    ...(clock?.uncertaintySeconds !== undefined && { clockUncertaintySeconds: clock.uncertaintySeconds }),
    faults: isOnline ? [...toFaults(reports), ...(isCut ? [CUT] : [])] : ['It is offline.'],
  };
};

const CUT = 'It reports more than can be kept; some of it is not shown.';

const toFaults = ({ status = {}, clips }: PlayerReports): readonly string[] => {
  const { fault, playerRunning, clipsFreeBytes, clipsSizeBytes = 0 } = status;
  const isFull = clipsFreeBytes !== undefined && clipsFreeBytes <= RESERVE_BYTES && clipsSizeBytes > 0;
  return [
    ...(playerRunning === false ? ['The player program does not run.'] : []),
    ...(fault === undefined ? [] : [fault]),
    ...(isFull ? ['The disk of its clips is full.'] : []),
    ...(clips?.troubles ?? []),
  ];
};
