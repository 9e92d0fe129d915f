// Device state beyond the deck, as an immutable value shared by all clients of both protocols.
import type { SequenceEnd } from '../../deck/playback/sequence.ts';
import type { ListNames } from './clip-names.ts';
import { type Configuration, DEFAULT_CONFIGURATION } from './configuration.ts';
import type { PlayRange } from './play-range.ts';
import type { TimelineEntry } from './timeline.ts';

/** The last kind of motion; `jog` and `shuttle` end with the next `play`, `stop` or `goto`. */
export type Motion = 'play' | 'jog' | 'shuttle';

export interface DeviceState {
  /** Undefined while the timeline follows the library. */
  readonly entries: readonly TimelineEntry[] | undefined;
  readonly playRange: PlayRange | undefined;
  /** What is shown when playback ends by itself. */
  readonly stopMode: SequenceEnd;
  readonly remoteEnabled: boolean;
  readonly configuration: Configuration;
  readonly motion: Motion;
  readonly listNames: ListNames;
}

/** The timeline follows the library; a play range of the previous timeline is dropped. */
export const LIBRARY_TIMELINE = { entries: undefined, playRange: undefined } as const;

export const INITIAL_STATE: DeviceState = {
  entries: undefined,
  playRange: undefined,
  stopMode: 'hold',
  remoteEnabled: true,
  configuration: DEFAULT_CONFIGURATION,
  motion: 'play',
  listNames: 'files',
};
