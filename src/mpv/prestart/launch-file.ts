// Writes the launch file: mpv's command line with the first picture, one argument per line.
import type { Fit, Rotation } from '../../deck/output.ts';
import { toFitProperties } from '../file-options.ts';

/** The first picture, shown while Node starts. */
export interface FirstPicture {
  /** Absolute. */
  readonly path: string;
  readonly rotationDegrees: Rotation;
  /** Absent: as mpv does it by itself. */
  readonly fit?: Fit | undefined;
}

export interface Launch {
  /** Of the mpv that took these arguments, as `mpv-version` reads. */
  readonly version: string;
  readonly program: string;
  /** As the player itself starts mpv, without the IPC descriptor. */
  readonly args: readonly string[];
  readonly first: FirstPicture;
}

const FORM = 'cuedeck-launch 1';
/** Missing in a truncated file. */
const END = 'end';

const toFitArguments = (fit: Fit | undefined): readonly string[] =>
  fit === undefined ? [] : Object.entries(toFitProperties(fit)).map(([name, value]) => `--${name}=${value}`);

/** Undefined when an argument contains a line break. */
export const toLaunchText = ({ version, program, args, first }: Launch): string | undefined => {
  const lines = [
    FORM,
    version,
    program,
    ...args,
    // Not a per-file option: mpv would undo it with the file, and later choices with it.
    ...(first.rotationDegrees === 0 ? [] : [`--video-rotate=${first.rotationDegrees}`]),
    ...toFitArguments(first.fit),
    ...['--{', '--pause=yes', first.path, '--}'],
    END,
  ];
  return lines.some((line) => line === '' || /[\n\r\0]/.test(line)) ? undefined : `${lines.join('\n')}\n`;
};

/** The mpv version in a launch file; empty when there is none. */
export const toLaunchVersion = (text: string): string => text.split('\n')[1] ?? '';
