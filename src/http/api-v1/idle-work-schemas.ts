// Schemas of what the player does for a clip while it is idle: it measures and converts it.
import { type ClipConversion, type ClipConversions, CONVERSION_STATES } from '../../deck/clip-conversions.ts';
import { DAMAGES } from '../../deck/clips/damage.ts';
import { LOUDNESS_STATES, MATCH_LIMITS } from '../../deck/clips/loudness.ts';
import { PLAYABILITY_VERDICTS } from '../../deck/clips/playability.ts';
import { anyNumber, flag, list, named, number, object, oneOf, percent, record, text } from '../../schema/schema.ts';

const amount = number({ least: 0 });

/** Whether the clip plays without lost frames on this device; without `measuredAt` by its headers alone. */
export const PLAYABILITY = named(
  'Playability',
  object(
    { verdict: oneOf(...PLAYABILITY_VERDICTS), decoder: text(), advice: list(text(4000)) },
    { realtimeFactor: amount, worstSecondFactor: amount, longestJumpSeconds: amount, measuredAt: text() },
  ),
);
export const PLAYABILITY_BY_ID = record(PLAYABILITY);

/** How loud the clip's file is by EBU R128. */
export const LOUDNESS = named(
  'Loudness',
  object(
    { state: oneOf(...LOUDNESS_STATES) },
    {
      ...{ integratedLufs: anyNumber, truePeakDbtp: anyNumber, rangeLu: amount, measuredAt: text() },
      match: object({ volumePercent: percent, lufs: anyNumber }, { limit: oneOf(...MATCH_LIMITS) }),
      message: text(4000),
      envelope: text(),
    },
  ),
);

/** The clip's file is no longer what it was. */
export const DAMAGE = named('Damage', object({ what: oneOf(...DAMAGES), foundAt: text() }));

/** How far the conversion of a clip is, or how it ended. */
export const CONVERSION = named(
  'Conversion',
  object(
    { state: oneOf(...CONVERSION_STATES), progress: number({ least: 0, most: 1 }), paused: flag },
    { message: text(4000) },
  ),
);

/** Events tell conversions by themselves, since they change often. */
export const withConversion = <C extends { readonly id: string }>(
  clip: C,
  conversions: Pick<ClipConversions, 'of'>,
): C & { readonly conversion?: ClipConversion } => {
  const conversion = conversions.of(clip.id);
  return conversion === undefined ? clip : { ...clip, conversion };
};
