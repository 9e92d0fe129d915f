// A value that moves along a straight line in time: what a fade or a volume ramp is at any moment.

export interface Ramp {
  readonly from: number;
  readonly to: number;
  /** By the clock. */
  readonly startSeconds: number;
  /** 0: a cut. */
  readonly seconds: number;
}

export const standAt = (value: number): Ramp => ({ from: value, to: value, startSeconds: 0, seconds: 0 });

export const valueAt = ({ from, to, startSeconds, seconds }: Ramp, nowSeconds: number): number => {
  const share = seconds === 0 ? 1 : (nowSeconds - startSeconds) / seconds;
  return share >= 1 ? to : from + (to - from) * Math.max(0, share);
};

/** From wherever it is now. */
export const rampTo = (ramp: Ramp, to: number, seconds: number, nowSeconds: number): Ramp => ({
  from: valueAt(ramp, nowSeconds),
  to,
  startSeconds: nowSeconds,
  seconds,
});

export const isOver = ({ startSeconds, seconds }: Ramp, nowSeconds: number): boolean =>
  nowSeconds >= startSeconds + seconds;
