// The verdict of a measurement.
import type { Coding } from '../../deck/clips/clip.ts';
import type { PartSpeed, Playability } from '../../deck/clips/playability.ts';
import { toCodingAdvice, toJumpAdvice } from './coding-advice.ts';

/** What a measurement found; seconds of the box, factors over the speed at which the clip plays. */
export interface Measured {
  readonly decoder: string;
  readonly realtimeFactor: number;
  readonly worstSecondFactor: number;
  /** Share of the box's cores that playing takes, in the whole run. */
  readonly cpuShare: number;
  readonly longestJumpSeconds?: number;
  /** Greatest distance of key frames. */
  readonly gopSeconds?: number;
}

/** Playing also takes sound, the screen's copy of each picture and whatever else wakes up. */
const SMOOTH_FACTOR = 1.5;
/** A measurement finds a little less speed than playing has: it draws in turn what playing draws beside the decoder. */
const TOO_SLOW_FACTOR = 0.9;
/** A longer jump is felt. */
const SLOW_JUMP_SECONDS = 1;

/** Share of others' CPU time in a measurement, of one core, from which its speed may be theirs. */
const DISTURBING_SHARE = 0.15;

const sumOf = (parts: readonly PartSpeed[], key: keyof PartSpeed): number =>
  parts.reduce((sum, part) => sum + part[key], 0);

const roundTo = (value: number, digits: number): number => Number(value.toFixed(digits));

/** True when other programs may have slowed the measurement down. */
const isDisturbed = (parts: readonly PartSpeed[]): boolean =>
  sumOf(parts, 'othersSeconds') > sumOf(parts, 'wallSeconds') * DISTURBING_SHARE;

/**
 * A measurement as far as it says something of the box, whatever else ran beside it: undisturbed always; disturbed when it was
 * fast all the same, or when its own CPU time is more than all cores have.
 */
export const toCertain = (measured: Measured, parts: readonly PartSpeed[]): Measured | undefined => {
  if (!isDisturbed(parts) || measured.worstSecondFactor >= SMOOTH_FACTOR) return measured;
  const bound = roundTo(1 / Math.max(0.001, measured.cpuShare), 2);
  if (bound >= TOO_SLOW_FACTOR) return undefined;
  const { longestJumpSeconds: _jump, ...certain } = measured;
  return { ...certain, realtimeFactor: bound, worstSecondFactor: bound };
};

/** @param parts at least one */
export const toMeasured = (run: {
  readonly decoder: string;
  readonly parts: readonly PartSpeed[];
  readonly cores: number;
  readonly jumpSeconds: number | undefined;
  readonly gopSeconds: number | undefined;
}): Measured => {
  const { decoder, parts, cores, jumpSeconds, gopSeconds } = run;
  const media = sumOf(parts, 'mediaSeconds');
  return {
    decoder,
    realtimeFactor: roundTo(media / Math.max(0.001, sumOf(parts, 'wallSeconds')), 2),
    worstSecondFactor: roundTo(Math.min(...parts.map(({ worstSecondFactor }) => worstSecondFactor)), 2),
    cpuShare: roundTo(sumOf(parts, 'cpuSeconds') / Math.max(0.001, media) / cores, 3),
    ...(jumpSeconds !== undefined && { longestJumpSeconds: roundTo(jumpSeconds, 2) }),
    ...(gopSeconds !== undefined && { gopSeconds: roundTo(gopSeconds, 2) }),
  };
};

const toVerdict = ({ worstSecondFactor, cpuShare }: Measured): 'smooth' | 'tight' | 'too-slow' => {
  if (worstSecondFactor < TOO_SLOW_FACTOR) return 'too-slow';
  return worstSecondFactor >= SMOOTH_FACTOR && cpuShare * SMOOTH_FACTOR <= 1 ? 'smooth' : 'tight';
};

const toSpeedText = (factor: number): string => `${factor.toFixed(1)} times as fast as it plays`;

export const toMeasuredVerdict = (measured: Measured, coding: Coding, measuredAt: string): Playability => {
  const { decoder, realtimeFactor, worstSecondFactor, longestJumpSeconds, gopSeconds } = measured;
  const verdict = toVerdict(measured);
  const advice = toCodingAdvice(coding, decoder);
  const speed = `This box shows its slowest second ${toSpeedText(worstSecondFactor)}, all of it ${toSpeedText(realtimeFactor)}`;
  const reasons = {
    smooth: [],
    tight: [`${speed}: little is in reserve.`, ...advice],
    'too-slow': [`${speed}: it loses frames.`, ...advice],
  } as const;
  const hasSlowJump = longestJumpSeconds !== undefined && longestJumpSeconds > SLOW_JUMP_SECONDS;
  return {
    verdict,
    decoder,
    realtimeFactor,
    worstSecondFactor,
    ...(longestJumpSeconds !== undefined && { longestJumpSeconds }),
    measuredAt,
    advice: [
      ...reasons[verdict],
      ...(hasSlowJump && gopSeconds !== undefined ? [toJumpAdvice(longestJumpSeconds, gopSeconds)] : []),
    ],
  };
};
