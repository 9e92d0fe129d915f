// The observed state of mpv, updated by its events.
import type { LiveOutput } from '../../deck/output.ts';
import { type Cue, type FrameCounts, IDLE_VIEW } from '../../deck/ports.ts';
import type { JsonObject } from './json-lines.ts';

/** As far as mpv has reported. */
export interface Observed {
  readonly cue: Cue | undefined;
  readonly paused: boolean;
  readonly ended: boolean;
  readonly positionSeconds: number;
  readonly speed: number;
  readonly overlay: readonly string[];
  readonly output: LiveOutput;
  readonly frameCounts: FrameCounts;
  readonly decoder?: string;
  /** Name of mpv's video output; empty until mpv reports it. */
  readonly videoOutput: string;
}

const { running: _running, ...IDLE } = IDLE_VIEW;
export const NOTHING_YET: Observed = { cue: undefined, ...IDLE, videoOutput: '' };

export const OBSERVED_PROPERTIES = [
  ...['pause', 'eof-reached', 'time-pos', 'speed', 'current-vo', 'hwdec-current'],
  ...['decoder-frame-drop-count', 'frame-drop-count', 'vo-delayed-frame-count', 'osd-width', 'osd-height'],
] as const;

export const READ_PROPERTIES = ['time-pos', 'pause', 'eof-reached', 'speed'] as const;

/** The state in the values of READ_PROPERTIES; a value that mpv does not have is undefined. */
export const toReadState = ([position, paused, ended, speed]: readonly unknown[]): Partial<Observed> => ({
  ...(typeof position === 'number' && { positionSeconds: position }),
  paused: paused !== false,
  ended: ended === true,
  ...(typeof speed === 'number' && { speed }),
});

/** The window has another shape. */
export const isResize = ({ name }: JsonObject): boolean => name === 'osd-width' || name === 'osd-height';

const COUNTS: Readonly<Record<string, keyof FrameCounts>> = {
  'decoder-frame-drop-count': 'droppedByDecoder',
  'frame-drop-count': 'droppedByOutput',
  'vo-delayed-frame-count': 'late',
};

/** The state after a property event. */
export const toChange = (event: JsonObject, observed: Observed): Partial<Observed> => {
  if (event.event !== 'property-change') return {};
  const { name, data } = event;
  const count = COUNTS[String(name)];
  if (count !== undefined) {
    return { frameCounts: { ...observed.frameCounts, [count]: typeof data === 'number' ? data : 0 } };
  }
  // Empty after a decoder has failed.
  if (name === 'hwdec-current' && typeof data === 'string') return { decoder: data === '' ? 'no' : data };
  if (name === 'pause' && typeof data === 'boolean') return { paused: data };
  if (name === 'eof-reached') return { ended: data === true };
  if (name === 'time-pos' && typeof data === 'number') return { positionSeconds: data };
  if (name === 'speed' && typeof data === 'number') return { speed: data };
  if (name === 'current-vo') return { videoOutput: typeof data === 'string' ? data : '' };
  return {};
};
