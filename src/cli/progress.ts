// Tells a person who watches how far a long command is.
import type { CliIo } from './command.ts';
import { toPrintable } from './format.ts';

interface Progress {
  /** @param share 0 to 1 */
  show(share: number): void;
  /** Call at the end. */
  end(): void;
}

const TO_LINE_ABOVE = '\u001b[1A\u001b[2K';

/** @param name may be foreign */
export const createProgress = (io: CliIo, name: string): Progress => {
  const what = toPrintable(name);
  let shown: number | undefined;
  return {
    show: (share) => {
      const percent = Math.floor(share * 100);
      if (!io.isWatched || percent === shown) return;
      io.err(`${shown === undefined ? '' : TO_LINE_ABOVE}${what} ${percent} %`);
      shown = percent;
    },
    end: () => {
      if (shown !== undefined) io.err(`${TO_LINE_ABOVE}${what}: done`);
    },
  };
};
