// Counts the frames that mpv lost since it was last asked, though its counters begin anew with every file and every mpv.
import type { FrameCounts } from '../ports.ts';

export const NONE_LOST: FrameCounts = { droppedByDecoder: 0, droppedByOutput: 0, late: 0 };

const combine = (one: FrameCounts, other: FrameCounts, of: (one: number, other: number) => number): FrameCounts => ({
  droppedByDecoder: of(one.droppedByDecoder, other.droppedByDecoder),
  droppedByOutput: of(one.droppedByOutput, other.droppedByOutput),
  late: of(one.late, other.late),
});

export const addLost = (one: FrameCounts, other: FrameCounts): FrameCounts => combine(one, other, (a, b) => a + b);

/** A counter that fell has begun anew. */
export const toLost = (before: FrameCounts, now: FrameCounts): FrameCounts =>
  combine(before, now, (was, is) => (is < was ? is : is - was));

export const isAnyLost = ({ droppedByDecoder, droppedByOutput, late }: FrameCounts): boolean =>
  droppedByDecoder + droppedByOutput + late > 0;
