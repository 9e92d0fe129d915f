// Plans how each file is decoded, by what is known of the machine, and logs the way of each kind of file once.
import type { Log } from '../../base/log.ts';
import type { Coding } from '../../deck/clips/clip.ts';
import type { DecoderChoice } from '../../deck/output.ts';
import type { Media } from '../../deck/ports.ts';
import type { DecodingPlan, DecodingWay } from './decoding-way.ts';
import type { MachineFacts } from './machine/facts.ts';
import { toFormatText } from './table/video-format.ts';
import { judgeWays } from './table/ways.ts';

/** More kinds than a clip list has. */
const MAX_LOGGED_KINDS = 200;

const OVERLAY_INTEROP = /^--gpu-hwdec-interop=drmprime-overlay$/;

const codingsOf = (picture: Media): readonly Coding[] => {
  if (picture.kind === 'reel') return picture.parts.flatMap(({ coding }) => coding ?? []);
  return picture.kind === 'video' && picture.coding !== undefined ? [picture.coding] : [];
};

/**
 * @param deps.choice the owner's
 * @param deps.extraArguments the operator's own arguments of mpv
 */
export const createPlanner = (deps: {
  readonly facts: () => MachineFacts;
  readonly choice: () => DecoderChoice;
  readonly extraArguments: readonly string[];
  readonly log: Pick<Log, 'info'>;
}): DecodingPlan => {
  const usesOverlayPlane = deps.extraArguments.some((argument) => OVERLAY_INTEROP.test(argument));
  const logged = new Map<string, string>();

  const logOnce = (picture: Media, { hwdec, reason }: DecodingWay): void => {
    const [first, ...others] = codingsOf(picture);
    if (first === undefined || logged.size >= MAX_LOGGED_KINDS) return;
    const kind = `${toFormatText(first)}${others.length === 0 ? '' : ' and what follows it without a gap'}`;
    if (logged.get(kind) === hwdec) return;
    logged.set(kind, hwdec);
    deps.log.info(`${kind}: decoded by ${hwdec === 'no' ? 'the processor' : hwdec} (${reason})`);
  };

  return (picture, { videoOutput, output }) => {
    const screen = { videoOutput, rotationDegrees: output.rotationDegrees, usesOverlayPlane };
    const { ways } = judgeWays({ facts: deps.facts(), picture, screen, choice: deps.choice() });
    logOnce(picture, ways[0]);
    return ways;
  };
};
