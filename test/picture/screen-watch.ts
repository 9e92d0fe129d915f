// Looks at a screen for as long as something is done, at every turn of the event loop.
import type { VirtualScreen } from './virtual-screen.ts';

/** What was seen, and when, in milliseconds by `performance.now()`. */
export interface Look {
  readonly atMs: number;
  /** Mean of the screen, 0 to 255. */
  readonly brightness: number;
}

export const watchScreen = async (screen: VirtualScreen, action: () => Promise<unknown>): Promise<readonly Look[]> => {
  const seen: Look[] = [];
  let isRunning = true;
  const looking = (async () => {
    while (isRunning) {
      seen.push({ atMs: performance.now(), brightness: screen.brightness() });
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  })();
  try {
    await action();
  } finally {
    isRunning = false;
    await looking;
  }
  return seen;
};
