// Runs jobs one after the other for as long as there are any.

interface JobLoop {
  /** A job has come; without effect while jobs are run. */
  begin(): void;
  /** Resolves when the present run is over. */
  ended(): Promise<void>;
}

/**
 * @param deps.hasJob whether there is one to run
 * @param deps.run runs all there are; must not reject
 */
export const createJobLoop = (deps: { readonly hasJob: () => boolean; readonly run: () => Promise<void> }): JobLoop => {
  let running: Promise<void> | undefined;
  const begin = (): void => {
    running ??= deps.run().finally(() => {
      running = undefined;
      // One that came just as the last one was done.
      if (deps.hasJob()) begin();
    });
  };
  return {
    begin,
    ended: async () => {
      await running;
    },
  };
};
