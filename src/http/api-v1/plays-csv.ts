// Plays as a table for a spreadsheet (RFC 4180).
import type { Play } from '../../deck/plays/play.ts';

const COLUMNS: Readonly<Record<string, (play: Play) => string | number>> = {
  startedAt: ({ startedAt }) => startedAt,
  endedAt: ({ endedAt }) => endedAt,
  clipId: ({ clipId }) => clipId,
  clip: ({ clip }) => clip,
  inSeconds: ({ inSeconds }) => inSeconds,
  outSeconds: ({ outSeconds }) => outSeconds,
  door: ({ by }) => by.door,
  from: ({ by }) => by.from,
  ended: ({ ended }) => ended ?? '',
  framesDue: ({ framesDue }) => framesDue,
  framesDropped: ({ framesDropped }) => framesDropped,
  framesDroppedByDecoder: ({ framesDroppedByDecoder }) => framesDroppedByDecoder,
  framesDroppedByOutput: ({ framesDroppedByOutput }) => framesDroppedByOutput,
  framesLate: ({ framesLate }) => framesLate,
};

/** A spreadsheet would compute a text that begins like a formula; the name of a clip is anybody's. */
const toCell = (value: string | number): string => {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export const toPlaysCsv = (plays: readonly Play[]): string =>
  [Object.keys(COLUMNS), ...plays.map((play) => Object.values(COLUMNS).map((of) => toCell(of(play))))]
    .map((row) => `${row.join(',')}\r\n`)
    .join('');
