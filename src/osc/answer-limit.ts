// Rate limit of replies per address; UDP senders can be forged.

/** Counts restart after this time. */
const WINDOW_SECONDS = 10;

interface ReplyLimit {
  /** Counts an answer to this address; false when it exceeds the limit. */
  admit(address: string, nowSeconds: number): boolean;
}

/** @param deps.maxPerAddress answers to one address in 10 s, `most` in all */
export const createReplyLimit = (deps: { readonly maxPerAddress: number; readonly max: number }): ReplyLimit => {
  const counts = new Map<string, number>();
  let total = 0;
  let sinceSeconds = 0;
  return {
    admit: (address, nowSeconds) => {
      if (nowSeconds - sinceSeconds >= WINDOW_SECONDS) {
        counts.clear();
        total = 0;
        sinceSeconds = nowSeconds;
      }
      const count = counts.get(address) ?? 0;
      if (total >= deps.max || count >= deps.maxPerAddress) return false;
      counts.set(address, count + 1);
      total += 1;
      return true;
    },
  };
};
