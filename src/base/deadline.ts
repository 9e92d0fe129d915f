// Waits with an end.

/**
 * Resolves to true when the work was done in time. Late work continues, and its error is ignored.
 * @throws errors of the work that come in time
 */
export const endsWithin = (work: Promise<unknown>, seconds: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(false), seconds * 1000);
    void work.then(() => resolve(true), reject).finally(() => clearTimeout(timer));
  });

/** Whether it resolves; never rejects. */
export const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );
