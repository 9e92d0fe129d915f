// What is on air; a held picture counts.

/** `running`: filled; `standing`: on the output, outlined. */
type Tally = 'running' | 'standing';

/** State of a player; a newer one at the broker may have further states. */
interface Shown {
  readonly clipId: string;
  readonly state: string;
}

/** Undefined while no clip is on the output. */
export const toTally = ({ clipId, state }: Shown): Tally | undefined =>
  clipId === 'splash' ? undefined : state === 'playing' ? 'running' : 'standing';

const STATES: Readonly<Record<string, string>> = {
  playing: 'On air',
  stopped: 'Cued',
  paused: 'Paused',
  ended: 'Ended',
};

export const toStateWord = (state: string): string => STATES[state] ?? state;

/** The state with the tally in words: `Paused, on the output`. */
export const toStateText = ({ clipId, state }: Shown): string => {
  if (clipId === 'splash') return 'Splash screen';
  return state === 'playing' ? toStateWord(state) : `${toStateWord(state)}, on the output`;
};
