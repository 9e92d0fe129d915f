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

/** Share of the ramp's time that has passed; 1 or more: it is over. */
const shareAt = ({ startSeconds, seconds }: Ramp, nowSeconds: number): number =>
  seconds === 0 ? 1 : (nowSeconds - startSeconds) / seconds;

export const valueAt = (ramp: Ramp, nowSeconds: number): number => {
  const share = shareAt(ramp, nowSeconds);
  return share >= 1 ? ramp.to : ramp.from + (ramp.to - ramp.from) * share;
};

/** From wherever it is now. */
export const rampTo = (ramp: Ramp, to: number, seconds: number, nowSeconds: number): Ramp => ({
  from: valueAt(ramp, nowSeconds),
  to,
  startSeconds: nowSeconds,
  seconds,
});

export const isOver = (ramp: Ramp, nowSeconds: number): boolean => shareAt(ramp, nowSeconds) >= 1;
