// The shape of a play: a clip that ran, from its start to what ended it, with who fired it and the frames that were lost.
import { DOORS } from '../../base/origin.ts';
import * as schema from '../../schema/schema.ts';

/** `end`: it reached its out point; `other-clip`: something else was fired or cued, the same clip included; `fault`: it could not go on. */
const ENDINGS = ['end', 'stop', 'other-clip', 'fault'] as const;
export type Ending = (typeof ENDINGS)[number];

export const PLAY = schema.object({
  /** ISO 8601 in UTC. */
  startedAt: schema.text(30),
  /** While it runs: when it was last looked at. */
  endedAt: schema.text(30),
  clipId: schema.text(40),
  /** Its name at the start. */
  clip: schema.text(),
  /** The section that played, on the file's own time scale. */
  inSeconds: schema.amount,
  outSeconds: schema.amount,
  by: schema.object({ door: schema.oneOf(...DOORS), from: schema.text() }),
  /** Null while it runs. */
  ended: schema.orNull(schema.oneOf(...ENDINGS)),
  /** Frames of the file that were to be shown in the time that was played. */
  framesDue: schema.count,
  /** By decoder and output together. */
  framesDropped: schema.count,
  framesDroppedByDecoder: schema.count,
  framesDroppedByOutput: schema.count,
  /** Shown after their time, or not yet: the picture fell behind its clock. */
  framesLate: schema.count,
});
export type Play = schema.ValueOf<typeof PLAY>;

/** A line of the play log; undefined when it is none. */
export const parsePlay = (line: string): Play | undefined => schema.parseMessage(PLAY, line);

/** The same for a play while it runs and when it has ended. */
export const toPlayKey = ({ startedAt, clipId }: Pick<Play, 'startedAt' | 'clipId'>): string =>
  `${startedAt} ${clipId}`;

/** A few frames may go missing at a start, and nobody sees one in a hundred. */
const NOTED_FRAMES = 5;
const NOTED_PART = 0.01;

/** Whether a play lost so many frames that somebody may have seen it. */
export const hasLostMany = ({ framesDropped, framesDue }: Pick<Play, 'framesDropped' | 'framesDue'>): boolean =>
  framesDropped >= NOTED_FRAMES && framesDropped >= framesDue * NOTED_PART;
