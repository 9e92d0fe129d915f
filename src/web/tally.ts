// What is on the output and whether it runs: a picture that stands there is seen by the audience, too.
import type { Transport } from './api.ts';

/** `running`: filled; `standing`: on the output, outlined. */
export type Tally = 'running' | 'standing';

/** Undefined while no clip is on the output. */
export const toTally = ({ clipId, state }: Pick<Transport, 'clipId' | 'state'>): Tally | undefined =>
  clipId === 'splash' ? undefined : state === 'playing' ? 'running' : 'standing';

export const STATE_WORDS: Readonly<Record<Transport['state'], string>> = {
  playing: 'On air',
  stopped: 'Cued',
  paused: 'Paused',
  ended: 'Ended',
};

/** The state with the tally in words: `Paused, on the output`. */
export const toStateText = (transport: Pick<Transport, 'clipId' | 'state'>): string => {
  if (transport.clipId === 'splash') return 'Splash screen';
  const words = STATE_WORDS[transport.state];
  return transport.state === 'playing' ? words : `${words}, on the output`;
};
