// Plans how each file is decoded, by what is known of the machine.
import type { DecoderChoice } from '../../deck/output.ts';
import type { DecodingPlan } from './decoding-way.ts';
import type { MachineFacts } from './machine/facts.ts';
import { judgeWays } from './table/ways.ts';

const OVERLAY_INTEROP = /^--gpu-hwdec-interop=drmprime-overlay$/;

/**
 * @param deps.choice the owner's
 * @param deps.extraArguments the operator's own arguments of mpv
 */
export const createPlanner = (deps: {
  readonly facts: () => MachineFacts;
  readonly choice: () => DecoderChoice;
  readonly extraArguments: readonly string[];
}): DecodingPlan => {
  const usesOverlayPlane = deps.extraArguments.some((argument) => OVERLAY_INTEROP.test(argument));
  return (picture, { videoOutput, output }) => {
    const screen = { videoOutput, rotationDegrees: output.rotationDegrees, fit: output.fit, usesOverlayPlane };
    return judgeWays({ facts: deps.facts(), picture, screen, choice: deps.choice() }).ways;
  };
};
