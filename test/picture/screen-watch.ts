// Looks at a screen for as long as something is done, at every turn of the event loop.
import type { VirtualScreen } from './virtual-screen.ts';

/** What was seen, and when, in milliseconds by `performance.now()`. */
export interface Look {
  readonly atMs: number;
  /** Mean of the screen, 0 to 255. */
  readonly brightness: number;
  /** Of a screen of one colour: it was half drawn. */
  readonly isTorn: boolean;
}

export const watchScreen = async (screen: VirtualScreen, action: () => Promise<unknown>): Promise<readonly Look[]> => {
  const seen: Look[] = [];
  let isRunning = true;
  const looking = (async () => {
    while (isRunning) {
      // Even before and after: nothing was drawn meanwhile.
      const wasEven = screen.isEven();
      const look = { atMs: performance.now(), brightness: screen.brightness() };
      seen.push({ ...look, isTorn: !(wasEven && screen.isEven()) });
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
