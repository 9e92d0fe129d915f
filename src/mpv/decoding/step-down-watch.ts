// Judges from what mpv shows whether frames come: while it goes to a place, and while it plays.

/** mpv's state at one look. */
interface Look {
  readonly nowSeconds: number;
  /** Where the picture is, or must get to; seconds. */
  readonly positionSeconds: number;
  /** On the way to a place, where mpv shows nothing until it is there. */
  readonly seeking: boolean;
  /** Longest time that a frame stands, seconds. */
  readonly frameSeconds: number;
  /** mpv's `demuxer-cache-state`; undefined while it has none. */
  readonly cache: unknown;
}

/** A look is taken this often. */
export const LOOK_INTERVAL_SECONDS = 0.15;
/** Without a sign of work for so long, a decoder hangs. */
const MAX_IDLE_SECONDS = 0.6;
/** mpv reads a second ahead; a decoder that swallows packets makes it read on and on. */
const MAX_AHEAD_SECONDS = 4;

interface FrameWatch {
  /** Whether the decoder hangs. A slow way to a place and a slow disk do not count. */
  hangs(look: Look): boolean;
  reset(): void;
}

export const createFrameWatch = (): FrameWatch => {
  let last: { readonly sign: string; readonly positionSeconds: number; readonly atSeconds: number } | undefined;
  return {
    hangs: ({ nowSeconds, positionSeconds, seeking, frameSeconds, cache }) => {
      const sign = ['reader-pts', 'cache-end', 'fw-bytes', 'total-bytes'].map((name) => fieldOf(cache, name)).join(' ');
      const end = fieldOf(cache, 'cache-end');
      const isFarAhead = typeof end === 'number' && end - positionSeconds > MAX_AHEAD_SECONDS;
      const hasMoved =
        last === undefined ||
        (seeking ? sign !== last.sign && !isFarAhead : positionSeconds !== last.positionSeconds) ||
        ((cache === undefined || isStarved(cache)) && !isFarAhead);
      if (hasMoved || last === undefined) last = { sign, positionSeconds, atSeconds: nowSeconds };
      else last = { ...last, sign };
      return nowSeconds - last.atSeconds >= Math.max(MAX_IDLE_SECONDS, seeking ? 0 : 2.5 * frameSeconds);
    },
    reset: () => {
      last = undefined;
    },
  };
};

const fieldOf = (cache: unknown, name: string): unknown =>
  typeof cache === 'object' && cache !== null ? Reflect.get(cache, name) : undefined;

/** Whether mpv waits for the disk. */
export const isStarved = (cache: unknown): boolean => fieldOf(cache, 'underrun') === true;

/** Lost frames in each of two times of two looks: one hiccup of the machine is no storm. */
const SPANS_OF_A_HALF = 2;
const MIN_LOST = 2;
const MIN_LOST_SHARE = 0.15;

/** How a file runs, at one look. */
interface Run {
  readonly nowSeconds: number;
  readonly positionSeconds: number;
  readonly speed: number;
  /** Frames per second of the file at normal speed. */
  readonly rate: number;
  /** Frames that mpv has dropped since the load. */
  readonly dropped: number;
}

interface LossWatch {
  /** Share of the due frames that were lost, when it is a storm: dropped, or so late that the picture falls behind. */
  storm(run: Run): number | undefined;
  reset(): void;
}

/** What happened between two looks. */
interface Span {
  readonly due: number;
  readonly lost: number;
  readonly hasMoved: boolean;
}

export const createLossWatch = (): LossWatch => {
  let last: Run | undefined;
  let spans: readonly Span[] = [];
  const reset = (): void => {
    last = undefined;
    spans = [];
  };
  return {
    storm: (run) => {
      if (last !== undefined && (run.speed !== last.speed || run.dropped < last.dropped)) reset();
      if (last !== undefined) spans = [...spans, toSpan(last, run)].slice(-2 * SPANS_OF_A_HALF);
      last = run;
      if (spans.length < 2 * SPANS_OF_A_HALF) return undefined;
      const halves = [spans.slice(0, SPANS_OF_A_HALF), spans.slice(SPANS_OF_A_HALF)];
      return halves.every((half) => toLostShare(half) >= MIN_LOST_SHARE) ? toLostShare(spans) : undefined;
    },
    reset,
  };
};

const toSpan = (from: Run, to: Run): Span => {
  const dueSeconds = (to.nowSeconds - from.nowSeconds) * to.speed;
  const movedSeconds = to.positionSeconds - from.positionSeconds;
  // Where a loop wraps, the picture goes back.
  const behindSeconds = movedSeconds < 0 ? 0 : dueSeconds - movedSeconds;
  return {
    due: dueSeconds * to.rate,
    lost: to.dropped - from.dropped + behindSeconds * to.rate,
    hasMoved: movedSeconds !== 0,
  };
};

/** 0 for a few frames, and where the picture stands, which is judged by how long. */
const toLostShare = (spans: readonly Span[]): number => {
  const lost = spans.reduce((sum, span) => sum + span.lost, 0);
  const due = spans.reduce((sum, span) => sum + span.due, 0);
  return lost < MIN_LOST || !spans.some(({ hasMoved }) => hasMoved) ? 0 : lost / due;
};

const ERROR_SECONDS = 0.6;
const MIN_ERRORS = 8;

/** Errors of the decoder in mpv's log: a broken picture now and then is the file's, a row of them the decoder's. */
export const createErrorWatch = () => {
  let errors: number[] = [];
  return {
    /** @returns whether it is a row of errors */
    add: (nowSeconds: number): boolean => {
      errors = [...errors.filter((at) => nowSeconds - at < ERROR_SECONDS), nowSeconds].slice(-MIN_ERRORS);
      return errors.length >= MIN_ERRORS;
    },
    reset: (): void => {
      errors = [];
    },
  };
};
