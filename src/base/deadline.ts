// Waits with an end.

/**
 * Resolves to whether the work was done by then. Late work goes on, and nobody hears of its error.
 * @throws what the work throws in time
 */
export const endsWithin = (work: Promise<unknown>, seconds: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(false), seconds * 1000);
    void work.then(() => resolve(true), reject).finally(() => clearTimeout(timer));
  });
