// Screen-reader announcements of output and connection.
import type { components } from '../../client/api-types.ts';

type Transport = components['schemas']['Transport'];

const WORDS: Readonly<Record<Transport['state'], string>> = {
  playing: 'is on air',
  paused: 'is paused, on the output',
  ended: 'has ended, its last frame is on the output',
  stopped: 'is cued, on the output',
};

export type Shown = Pick<Transport, 'clipId' | 'state'>;

/**
 * Announcement of a change of the output; undefined for none.
 * @param before undefined for the first state
 */
export const toSpoken = (before: Shown | undefined, now: Shown, name: string): string | undefined => {
  if (before === undefined || (before.clipId === now.clipId && before.state === now.state)) return undefined;
  if (now.clipId === 'splash') return before.clipId === 'splash' ? undefined : 'The splash screen is on the output.';
  return `“${name}” ${WORDS[now.state]}.`;
};

/** Announcement of a connection state: `open`, `lost` and others. */
export const toSpokenLink = (before: string, now: string): string | undefined => {
  if (now === 'lost' && before !== 'lost') return 'The connection to the player is lost.';
  return now === 'open' && before === 'lost' ? 'Connected to the player again.' : undefined;
};
