// Covers the output where a clip's own fade does not reach: after the end of a clip whose last frame lasts long, and while a
// clip that is faded is replaced. Its fade goes with its file, and its last picture, which stays until the next one comes, would
// be seen at full brightness.
import { levelAt } from '../../deck/playback/clip-fades.ts';
import { COVER, toFadeCommand } from '../fade-overlay.ts';
import type { Command } from './ipc-connection.ts';
import type { Observed } from './observed.ts';

export interface FadeCover {
  /**
   * As dark as the clip is now, until `lift`.
   * @returns false where it is not faded
   * @throws AppError `unplayable`, `player-unavailable`
   */
  raise(): Promise<boolean>;
  /** @throws AppError `unplayable`, `player-unavailable` */
  lift(): Promise<void>;
  /** mpv has told more: a clip that fades to black and has ended is black, however long its last frame lasts. */
  followEnd(wasEnded: boolean): void;
}

export const createFadeCover = (mpv: {
  readonly observed: () => Observed;
  readonly request: (command: Command) => Promise<unknown>;
}): FadeCover => {
  let raisedFor: 'end' | 'switch' | undefined;

  const levels = (): { readonly now: number; readonly atEnd: number } => {
    const { cue, positionSeconds } = mpv.observed();
    const { fades = [], section } = cue ?? {};
    return { now: levelAt(fades, positionSeconds), atEnd: levelAt(fades, section?.outSeconds ?? 0) };
  };

  const cover = (level: number): Promise<unknown> => mpv.request(toFadeCommand(level, COVER));

  const lift = async (): Promise<void> => {
    if (raisedFor === undefined) return;
    raisedFor = undefined;
    await cover(1);
  };

  return {
    raise: async () => {
      const wasRaised = raisedFor !== undefined;
      const { now } = levels();
      if (!wasRaised && now === 1) return false;
      raisedFor = 'switch';
      if (!wasRaised) await cover(now);
      return true;
    },
    lift,
    followEnd: (wasEnded) => {
      const { ended } = mpv.observed();
      if (ended === wasEnded) return;
      const { now, atEnd } = levels();
      const isDue = ended && raisedFor === undefined && atEnd === 0 && now > 0;
      if (isDue) raisedFor = 'end';
      // An mpv that is gone needs no cover.
      if (isDue) cover(0).catch(() => undefined);
      else if (!ended && raisedFor === 'end') lift().catch(() => undefined);
    },
  };
};
