// Device state beyond the deck, as an immutable value shared by all clients of both protocols.
import type { SequenceEnd } from '../../deck/playback/sequence.ts';
import type { ListNames } from './clip-names.ts';
import { type Configuration, DEFAULT_CONFIGURATION } from './configuration.ts';
import type { PlayRange } from './play-range.ts';
import type { TimelineEntry } from './timeline.ts';

/** The last kind of motion; `jog` and `shuttle` end with the next `play`, `stop` or `goto`. */
export type Motion = 'play' | 'jog' | 'shuttle';

/** `list`: the active list; without one the clip list. */
export type TimelineSource = 'library' | 'list';

export interface DeviceState {
  readonly source: TimelineSource;
  /** Undefined while the timeline follows its source. */
  readonly entries: readonly TimelineEntry[] | undefined;
  readonly playRange: PlayRange | undefined;
  /** What is shown when playback ends by itself. */
  readonly stopMode: SequenceEnd;
  readonly remoteEnabled: boolean;
  readonly configuration: Configuration;
  readonly motion: Motion;
  readonly listNames: ListNames;
}

/** The timeline follows its source; a play range of the previous timeline is dropped. */
export const SOURCE_TIMELINE = { entries: undefined, playRange: undefined } as const;

export const INITIAL_STATE: DeviceState = {
  source: 'library',
  entries: undefined,
  playRange: undefined,
  stopMode: 'hold',
  remoteEnabled: true,
  configuration: DEFAULT_CONFIGURATION,
  motion: 'play',
  listNames: 'files',
};
