// Plays, from the start of the player on: recorded, and kept in the play log.
import type { Clock } from '../../base/clock.ts';
import type { DisposalStack } from '../../base/disposal-stack.ts';
import type { Log } from '../../base/log.ts';
import type { Deck } from '../../deck/deck.ts';
import { LossWatch } from '../../deck/plays/loss-watch.ts';
import type { Play } from '../../deck/plays/play.ts';
import { PlayCounters, type PlayTotals } from '../../deck/plays/play-counters.ts';
import { PlayRecorder } from '../../deck/plays/play-recorder.ts';
import type { Player, WallClock } from '../../deck/ports.ts';
import { PlayLog } from './play-log.ts';

export interface PlayBook {
  running(): Play | undefined;
  /** Plays that have ended, newest first. @throws the file system's error */
  read(options: {
    readonly sinceSeconds?: number;
    readonly untilSeconds?: number;
    readonly limit: number;
  }): Promise<readonly Play[]>;
  totals(): PlayTotals;
}

/** Before the deck is powered on, so that its first play is recorded. */
export const startPlays = async (deps: {
  readonly config: { readonly stateDir: string };
  readonly deck: Deck;
  readonly player: Player;
  readonly clock: Clock;
  readonly wall: WallClock;
  readonly log: Log;
  readonly running: DisposalStack;
}): Promise<PlayBook> => {
  const recorder = new PlayRecorder(deps);
  const playLog = await PlayLog.open({ ...deps, folder: deps.config.stateDir, recorder });
  const counters = new PlayCounters({ ...deps, recorder });
  const lossWatch = new LossWatch({ ...deps, recorder, publish: (losses) => deps.deck.setLosses(losses) });
  deps.running.add('the play log', async () => {
    lossWatch.dispose();
    counters.dispose();
    recorder.dispose();
    await playLog.stop();
  });
  return {
    running: () => recorder.running(),
    read: (options) => playLog.read(options),
    totals: () => counters.totals(),
  };
};
