// Keeps what players report at the broker, within a bound: anybody may publish there.
import * as schema from '../../schema/schema.ts';
import { type ClipsReport, parseClipsReport } from './clips-report.ts';

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
const POSITION = schema.fittingFields({
  clipId: schema.anyText,
  positionSeconds: schema.anyNumber,
  remainingSeconds: schema.anyNumber,
});

export interface PlayerReports {
  readonly online?: string | undefined;
  readonly status?: schema.ValueOf<typeof STATUS> | undefined;
  readonly clips?: ClipsReport | undefined;
  readonly position?: schema.ValueOf<typeof POSITION> | undefined;
  /** Something of it was too long to keep. */
  readonly isCut: boolean;
}

/** Messages of players that are looked at, and how long each may be, in bytes. */
const MAX_BYTES = { online: 64, status: 16 * 1024, clips: 1024 * 1024, position: 1024 } as const;
type ReportPart = keyof typeof MAX_BYTES;
export const REPORT_PARTS = Object.keys(MAX_BYTES) as readonly ReportPart[];

const PARSERS = {
  online: (payload: Buffer) => payload.toString(),
  status: (payload: Buffer) => schema.parseMessage(STATUS, payload),
  position: (payload: Buffer) => schema.parseMessage(POSITION, payload),
} as const;

const MAX_PLAYERS = 1000;
const MAX_ID_LENGTH = 256;
/** Of all players. The reports of a hundred need less than one. */
const MAX_TOTAL_BYTES = 8 * 1024 * 1024;

/** What is kept of one message. */
interface Kept {
  bytes: number;
  /** A clip list that nobody has asked for is not parsed. */
  unparsed?: Buffer | undefined;
  value?: unknown;
  isCut?: true;
}
type Player = { [Part in ReportPart]?: Kept };

const settle = (kept: Kept): void => {
  if (kept.unparsed === undefined) return;
  const report = parseClipsReport(kept.unparsed);
  kept.unparsed = undefined;
  kept.value = report;
  kept.bytes = Buffer.byteLength(JSON.stringify(report));
};

const cut = (kept: Kept): void => {
  kept.unparsed = undefined;
  kept.value = undefined;
  kept.bytes = 0;
  kept.isCut = true;
};

const toKept = (part: ReportPart, payload: Buffer): Kept => {
  if (payload.length > MAX_BYTES[part]) return { bytes: 0, isCut: true };
  // A copy: the payload is a piece of a larger buffer.
  if (part === 'clips') return { bytes: payload.length, unparsed: Buffer.from(payload) };
  return { bytes: payload.length, value: PARSERS[part](payload) };
};

interface ReportStore {
  put(id: string, part: ReportPart, payload: Buffer): void;
  delete(id: string): void;
  players(): readonly (readonly [id: string, reports: PlayerReports])[];
}

export const createReportStore = (): ReportStore => {
  const players = new Map<string, Player>();
  const everything = (): readonly Kept[] => [...players.values()].flatMap((player) => Object.values(player));

  /** The largest go first: a clip list is parsed, which leaves little of it, and what still is large is forgotten. */
  const shrink = (): void => {
    const all = [...everything()].sort((one, other) => other.bytes - one.bytes);
    let total = all.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const step of [settle, cut]) {
      for (const kept of all) {
        // Room for more, so that the next message does not ask again.
        if (total <= MAX_TOTAL_BYTES / 2) break;
        total -= kept.bytes;
        step(kept);
        total += kept.bytes;
      }
    }
  };

  let sinceShrunk = 0;
  return {
    put: (id, part, payload) => {
      if (id.length > MAX_ID_LENGTH || (!players.has(id) && players.size >= MAX_PLAYERS)) return;
      const kept = toKept(part, payload);
      players.set(id, { ...players.get(id), [part]: kept });
      sinceShrunk += kept.bytes;
      if (sinceShrunk <= MAX_TOTAL_BYTES / 2) return;
      sinceShrunk = 0;
      shrink();
    },
    delete: (id) => void players.delete(id),
    players: () =>
      [...players].map(([id, player]) => {
        if (player.clips !== undefined) settle(player.clips);
        const values = Object.entries(player).map(([part, { value }]) => [part, value]);
        const isCut = Object.values(player).some((kept) => kept.isCut === true);
        return [id, { ...Object.fromEntries(values), isCut } as PlayerReports];
      }),
  };
};
