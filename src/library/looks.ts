// Looks at the files of all clips, one look at a time: a disk that hangs holds one, not one more each minute.

interface Looks {
  /** After a look that is under way. Resolves when that one and this one are over. */
  now(): Promise<void>;
  /** A look so long after the end of the last one that this made. @param prepare called before each */
  every(seconds: number, prepare: () => void): void;
  /** Ends `every`. */
  stop(): void;
}

/** @param look must not reject */
export const createLooks = (look: () => Promise<void>): Looks => {
  let running: Promise<void> | undefined;
  let isWanted = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  const run = async (): Promise<void> => {
    try {
      while (isWanted) {
        isWanted = false;
        await look();
      }
    } finally {
      running = undefined;
    }
  };

  const now = (): Promise<void> => {
    isWanted = true;
    running ??= run();
    return running;
  };

  const every = (seconds: number, prepare: () => void): void => {
    const again = async (): Promise<void> => {
      prepare();
      try {
        await now();
      } finally {
        every(seconds, prepare);
      }
    };
    if (!isStopped) timer = setTimeout(() => void again(), seconds * 1000);
  };

  return {
    now,
    every,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};
