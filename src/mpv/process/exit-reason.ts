// Derives the exit reason from how mpv ended.
import type { ExitReason } from '../../deck/ports.ts';
import type { MpvExit } from './process.ts';

const ASKED_TO_END: readonly unknown[] = ['SIGKILL', 'SIGTERM', 'SIGINT'];
/** mpv's own exit code after SIGTERM or SIGINT. */
const QUIT_BY_SIGNAL = 4;

export const toExitReason = (exit: MpvExit, frozen: boolean): ExitReason => {
  if (frozen) return 'frozen';
  const wasAsked =
    exit.code === null ? ASKED_TO_END.includes(exit.signal) : exit.code === 0 || exit.code === QUIT_BY_SIGNAL;
  return wasAsked ? 'killed' : 'crashed';
};
