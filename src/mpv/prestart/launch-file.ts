// Writes the launch file: mpv's command line with the first picture, one argument per line.
import type { Rotation } from '../../deck/output.ts';

/** What is up while Node starts. */
export interface FirstPicture {
  /** Absolute. */
  readonly path: string;
  readonly rotationDegrees: Rotation;
}

export interface Launch {
  /** Of the mpv that took these arguments, as `mpv-version` reads. */
  readonly version: string;
  readonly program: string;
  /** As the player itself starts it, without its own channel. */
  readonly args: readonly string[];
  readonly first: FirstPicture;
}

const FORM = 'cuedeck-launch 1';
/** A file that was cut short lacks it. */
const END = 'end';

/** Undefined for what can't be told in lines. */
export const toLaunchText = ({ version, program, args, first }: Launch): string | undefined => {
  const lines = [
    FORM,
    version,
    program,
    ...args,
    // Not an option of the file's: mpv would take it back with the file, and what was chosen since.
    ...(first.rotationDegrees === 0 ? [] : [`--video-rotate=${first.rotationDegrees}`]),
    ...['--{', '--pause=yes', first.path, '--}'],
    END,
  ];
  return lines.some((line) => line === '' || /[\n\r\0]/.test(line)) ? undefined : `${lines.join('\n')}\n`;
};

/** The version in a file; empty where there is none. */
export const toLaunchVersion = (text: string): string => text.split('\n')[1] ?? '';
