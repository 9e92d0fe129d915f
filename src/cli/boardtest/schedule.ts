// The cases of the board test in the order in which they tell most, within its time.
import type { MadeClip } from './clip-maker.ts';
import type { ProductPlan } from './product-plan.ts';
import type { Codec, TestClip } from './test-clip.ts';
import type { Case, TrialResult } from './trial.ts';
import type { Output, Way } from './ways.ts';

/** Every way to show a clip: on the best output first; on it, what the player would choose, software, and the others. */
const toPairs = (
  clip: TestClip,
  outputs: readonly Output[],
  ways: readonly Way[],
  planOf: (clip: TestClip, output: Output) => ProductPlan,
): readonly Case[] =>
  outputs.flatMap((output) => {
    const plan = planOf(clip, output);
    const [first = 'no', ...others] = ways.toSorted(
      (one, other) => Number(other === plan.way) - Number(one === plan.way),
    );
    const ordered =
      first === 'no' ? [first, ...others] : [first, 'no' as const, ...others.filter((way) => way !== 'no')];
    return ordered.map((way) => ({ clip, way, output, isChosen: way === plan.way, options: plan.options }));
  });

/** So many clips are tried in one way before the first in the next one. */
const CLIPS_PER_PAIR = 4;

export const toCases = (
  clips: readonly TestClip[],
  outputs: readonly Output[],
  waysOf: (codec: Codec) => readonly Way[],
  planOf: (clip: TestClip, output: Output) => ProductPlan,
): readonly Case[] =>
  clips
    .flatMap((clip, index) =>
      toPairs(clip, outputs, waysOf(clip.codec), planOf).map((tried, rank) => ({
        tried,
        place: index + CLIPS_PER_PAIR * rank,
      })),
    )
    .sort((one, other) => one.place - other.place)
    .map(({ tried }) => tried);

export interface Tried extends Case {
  readonly result: TrialResult;
}

interface ClipMade {
  readonly clip: TestClip;
  readonly made: MadeClip;
}

interface Run {
  readonly tried: readonly Tried[];
  readonly clips: readonly ClipMade[];
  /** Cases for which there was no time, or that were given up by an interruption. */
  readonly untried: number;
  /** mpv hung so that it cannot be killed. */
  readonly isStuck: boolean;
}

/** The fields that are given fit. */
type Closed = Partial<Pick<TestClip, 'codec' | 'bits' | 'height'>> & { readonly way?: Way; readonly output: Output };

const isClosed = ({ clip, way, output }: Case, closed: readonly Closed[]): boolean =>
  closed.some(
    (rule) =>
      rule.output === output &&
      (rule.way ?? way) === way &&
      (rule.codec ?? clip.codec) === clip.codec &&
      (rule.bits ?? clip.bits) === clip.bits &&
      (rule.height ?? clip.height) === clip.height,
  );

/** What need not be tried any more after this. */
const toClosed = ({ clip, way, output }: Case, { outcome }: TrialResult, isFirst: boolean): readonly Closed[] => {
  if (outcome === 'played') return [];
  if (outcome === 'no-output') return [{ output }];
  const { codec, bits, height } = clip;
  return outcome === 'other-way' && isFirst ? [{ output, way, codec }] : [{ output, way, codec, bits, height }];
};

/** A case takes less than this where all goes well. */
const CASE_SECONDS = 12;

/**
 * Runs cases until the time is over. A clip is made when its first case comes.
 * @param deps.now seconds of a clock
 * @param deps.endSeconds when no further case begins, on that clock
 * @throws errors of `make` and `attempt` unless the signal is aborted
 */
export const runCases = async (
  cases: readonly Case[],
  deps: {
    readonly make: (clip: TestClip) => Promise<MadeClip>;
    readonly attempt: (tried: Case, path: string) => Promise<TrialResult>;
    readonly now: () => number;
    readonly endSeconds: number;
    readonly signal: AbortSignal;
    readonly onCase: (share: number) => void;
  },
): Promise<Run> => {
  const [tried, clips, closed]: [Tried[], Map<string, ClipMade>, Closed[]] = [[], new Map(), []];
  const seen = new Set<string>();
  const toRun = (untried: number, isStuck: boolean): Run => ({ tried, clips: [...clips.values()], untried, isStuck });
  for (const [index, next] of cases.entries()) {
    deps.onCase(index / cases.length);
    if (isClosed(next, closed)) continue;
    const left = (): number => cases.slice(index).filter((one) => !isClosed(one, closed)).length;
    if (deps.signal.aborted || deps.now() + CASE_SECONDS > deps.endSeconds) return toRun(left(), false);
    const { clip, way, output } = next;
    try {
      const entry = clips.get(clip.name) ?? { clip, made: await deps.make(clip) };
      if (deps.signal.aborted) return toRun(left(), false);
      clips.set(clip.name, entry);
      if (!('path' in entry.made)) continue;
      const result = await deps.attempt(next, entry.made.path);
      tried.push({ ...next, result });
      if (result.outcome === 'stuck') return toRun(left() - 1, true);
      const key = [way, output.name, clip.codec].join();
      closed.push(...toClosed(next, result, !seen.has(key)));
      seen.add(key);
    } catch (error) {
      if (!deps.signal.aborted) throw error;
      return toRun(left(), false);
    }
  }
  return toRun(0, false);
};
