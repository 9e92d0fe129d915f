// Registry of all players, built from their reports.
import { RESERVE_BYTES } from '../../deck/disk-reserve.ts';
import { isRecord, listIn, numberIn, textIn, truthIn } from '../message-fields.ts';
import { toPlayerOrigins } from './player-address.ts';

export interface FleetPlayer {
  readonly id: string;
  readonly isOnline: boolean;
  readonly name: string;
  readonly groups: readonly string[];
  readonly version: string;
  /** Where its page and control API are, one for each of its addresses: `http://`, an IP address, a port. */
  readonly urls: readonly string[];
  /** With which it gives out its small pictures, when they are not for everybody. */
  readonly pictureTicket?: string;
  readonly clipId: string;
  readonly clip: string;
  readonly state: string;
  /** When its cued clip starts by itself, ISO 8601. */
  readonly armedAt?: string;
  readonly positionSeconds: number;
  readonly remainingSeconds: number;
  /** Its clip goes round for ever: what remains is that of this round. */
  readonly loops?: true;
  /** Clips of its list, without the splash screen. */
  readonly clips: number;
  /** Seconds that its clock may be wrong by; undefined: nobody keeps it. */
  readonly clockUncertaintySeconds?: number;
  /** What is wrong with it, in words; none when all is well. */
  readonly faults: readonly string[];
}

export interface FleetRegistry {
  /** Takes a message of any player; what is none of theirs is passed over. */
  handle(topic: string, payload: Buffer): void;
  /** In the order of their ids. */
  players(): readonly FleetPlayer[];
}

/** Messages of players that are looked at. */
const PARTS = ['online', 'status', 'clips', 'position'] as const;
type Part = (typeof PARTS)[number];
type PlayerReports = Partial<Readonly<Record<Part, unknown>>>;

/** Topic filters of a view. */
export const toFleetFilters = (root: string): readonly string[] => PARTS.map((part) => `${root}/player/+/${part}`);

/** Somebody else's messages must not fill the memory. */
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
      // An empty retained message takes the one before away: somebody has cleared up after a player that is gone.
      if (payload.length === 0 && part === 'online') reports.delete(id);
      else if (reports.has(id) || reports.size < MAX_PLAYERS)
        reports.set(id, { ...reports.get(id), [part]: part === 'online' ? payload.toString() : parse(payload) });
    },
    players: () =>
      [...reports]
        .filter(([, { online }]) => online !== undefined)
        .map(([id, parts]) => toPlayer(id, parts))
        .sort((one, other) => one.id.localeCompare(other.id, 'en', { numeric: true })),
  };
};

const parse = (payload: Buffer): unknown => {
  try {
    return JSON.parse(payload.toString());
  } catch {
    return undefined;
  }
};

const toPlayer = (id: string, { online, status, clips, position }: PlayerReports): FleetPlayer => {
  const isOnline = online === 'online';
  const list = (Array.isArray(clips) ? clips : []).filter(isRecord);
  const clock = isRecord(status) && isRecord(status.clock) ? status.clock : {};
  // A position of the clip before says nothing of this one.
  const isThere = textIn(position, 'clipId') === textIn(status, 'clipId');
  const whole = (numberIn(status, 'outSeconds') ?? 0) - (numberIn(status, 'inSeconds') ?? 0);
  const pictureTicket = textIn(status, 'pictureTicket');
  const armedAt = textIn(status, 'armedAt');
  const uncertainty = numberIn(clock, 'uncertaintySeconds');
  return {
    id,
    isOnline,
    name: textIn(status, 'name') ?? id,
    groups: listIn(status, 'groups'),
    version: textIn(status, 'version') ?? '',
    urls: toPlayerOrigins(listIn(status, 'urls')),
    ...(pictureTicket !== undefined && { pictureTicket }),
    clipId: textIn(status, 'clipId') ?? '',
    clip: textIn(status, 'clip') ?? '',
    state: textIn(status, 'state') ?? '',
    ...(armedAt !== undefined && { armedAt }),
    positionSeconds: (isThere ? numberIn(position, 'positionSeconds') : undefined) ?? 0,
    remainingSeconds: (isThere ? numberIn(position, 'remainingSeconds') : undefined) ?? whole,
    ...(truthIn(status, 'loops') === true && { loops: true }),
    clips: list.filter(({ kind }) => kind !== 'splash').length,
    ...(uncertainty !== undefined && { clockUncertaintySeconds: uncertainty }),
    faults: toFaults(isOnline, status, list),
  };
};

const toFaults = (
  isOnline: boolean,
  status: unknown,
  clips: readonly Readonly<Record<string, unknown>>[],
): readonly string[] => {
  if (!isOnline) return ['It is offline.'];
  const fault = textIn(status, 'fault');
  const freeBytes = numberIn(status, 'clipsFreeBytes');
  const isFull = freeBytes !== undefined && freeBytes <= RESERVE_BYTES && (numberIn(status, 'clipsSizeBytes') ?? 0) > 0;
  return [
    ...(truthIn(status, 'playerRunning') === false ? ['The player program does not run.'] : []),
    ...(fault === undefined ? [] : [fault]),
    ...(isFull ? ['The disk of its clips is full.'] : []),
    ...clips.flatMap((clip) => textIn(clip, 'trouble') ?? []),
  ];
};
