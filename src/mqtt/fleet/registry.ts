// Registry of all players, built from their reports.
import { RESERVE_BYTES } from '../../deck/disk-reserve.ts';
import * as schema from '../../schema/schema.ts';
import { toPlayerOrigins } from './player-address.ts';

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

const STATUS = schema.fittingFields({
  name: schema.anyText,
  groups: schema.fittingEntries(schema.anyText),
  version: schema.anyText,
  urls: schema.fittingEntries(schema.anyText),
  pictureTicket: schema.anyText,
  clipId: schema.anyText,
  clip: schema.anyText,
  state: schema.anyText,
  armedAt: schema.anyText,
  inSeconds: schema.anyNumber,
  outSeconds: schema.anyNumber,
  loops: schema.flag,
  playerRunning: schema.flag,
  fault: schema.anyText,
  clipsFreeBytes: schema.anyNumber,
  clipsSizeBytes: schema.anyNumber,
  clock: schema.fittingFields({ uncertaintySeconds: schema.anyNumber }),
});
const CLIPS = schema.fittingEntries(schema.fittingFields({ kind: schema.anyText, trouble: schema.anyText }));
const POSITION = schema.fittingFields({
  clipId: schema.anyText,
  positionSeconds: schema.anyNumber,
  remainingSeconds: schema.anyNumber,
});

const PARSERS = {
  online: (payload: Buffer) => payload.toString(),
  status: (payload: Buffer) => schema.parseMessage(STATUS, payload),
  clips: (payload: Buffer) => schema.parseMessage(CLIPS, payload),
  position: (payload: Buffer) => schema.parseMessage(POSITION, payload),
} as const;
type Part = keyof typeof PARSERS;
type PlayerReports = { readonly [Name in Part]?: ReturnType<(typeof PARSERS)[Name]> };

/** Messages of players that are read. */
const PARTS = Object.keys(PARSERS) as readonly Part[];

/** Topic filters of a view. */
export const toFleetFilters = (root: string): readonly string[] => PARTS.map((part) => `${root}/player/+/${part}`);

/** Foreign messages must not fill the memory. */
const MAX_PLAYERS = 1000;

export const createFleetRegistry = (root: string): FleetRegistry => {
  const reports = new Map<string, PlayerReports>();
  const start = `${root}/player/`;
  return {
    handle: (topic, payload) => {
      if (!topic.startsWith(start)) return;
      const [id = '', word, ...more] = topic.slice(start.length).split('/');
      const part = PARTS.find((name) => name === word);
      if (part === undefined || more.length > 0) return;
      // An empty retained message removes the previous one: a player was forgotten.
      if (payload.length === 0 && part === 'online') reports.delete(id);
      else if (reports.has(id) || reports.size < MAX_PLAYERS)
        reports.set(id, { ...reports.get(id), [part]: PARSERS[part](payload) });
    },
    players: () =>
      [...reports]
        .filter(([, { online }]) => online !== undefined)
        .map(([id, parts]) => toPlayer(id, parts))
        .sort((one, other) => one.id.localeCompare(other.id, 'en', { numeric: true })),
  };
};

const toPlayer = (id: string, { online, status = {}, clips = [], position = {} }: PlayerReports): FleetPlayer => {
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
    clips: clips.filter(({ kind }) => kind !== 'splash').length,
    ...(clock?.uncertaintySeconds !== undefined && { clockUncertaintySeconds: clock.uncertaintySeconds }),
    faults: isOnline ? toFaults(status, clips) : ['It is offline.'],
  };
};

const toFaults = (
  { fault, playerRunning, clipsFreeBytes, clipsSizeBytes = 0 }: schema.ValueOf<typeof STATUS>,
  clips: schema.ValueOf<typeof CLIPS>,
): readonly string[] => {
  const isFull = clipsFreeBytes !== undefined && clipsFreeBytes <= RESERVE_BYTES && clipsSizeBytes > 0;
  return [
    ...(playerRunning === false ? ['The player program does not run.'] : []),
    ...(fault === undefined ? [] : [fault]),
    ...(isFull ? ['The disk of its clips is full.'] : []),
    ...clips.flatMap(({ trouble }) => trouble ?? []),
  ];
};
