// The conversion of a clip in /api/v1.
import { type ClipConversion, type ClipConversions, CONVERSION_STATES } from '../../deck/clip-conversions.ts';
import { flag, named, number, object, oneOf, text } from '../../schema/schema.ts';

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
