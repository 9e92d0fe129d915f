// What a measurement rests on besides the clip: kernel, ffmpeg, mpv and product.
import { release } from 'node:os';
import { runProgram } from '../../base/child-process.ts';

const TIMEOUT_SECONDS = 10;

/** The first line of what a program says of its version; empty when it cannot be run. */
const versionOf = async (program: string, option: string): Promise<string> => {
  const said = await runProgram(program, [option], TIMEOUT_SECONDS).catch(() => undefined);
  return /^\S+ (?:version )?(\S+)/.exec(said?.stdout ?? '')?.[1] ?? '';
};

/** @param deps.mpv the program */
export const readBasis = async (deps: { readonly mpv: string; readonly version: string }): Promise<string> => {
  const [mpv, ffmpeg] = await Promise.all([versionOf(deps.mpv, '--version'), versionOf('ffmpeg', '-version')]);
  return `CueDeck ${deps.version}, mpv ${mpv}, ffmpeg ${ffmpeg}, kernel ${release()}`;
};
