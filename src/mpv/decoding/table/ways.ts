// The table of decoders: facts of the machine, coding and output give the ways to decode, best first, each with its reason.
import type { Coding } from '../../../deck/clips/clip.ts';
import type { DecoderChoice } from '../../../deck/output.ts';
import type { Media } from '../../../deck/ports.ts';
import { toFilterOptions } from '../../picture-filters.ts';
import { type DecodingWay, SOFTWARE } from '../decoding-way.ts';
import type { MachineFacts } from '../machine/facts.ts';
import { toScalingOptions } from './scaling-options.ts';
import { toDecoderRefusal, toDirectRefusal } from './screen-rules.ts';
import type { Screen, Situation } from './situation.ts';
import { judgeStateful, judgeStateless, toCopyRefusal } from './v4l2-rules.ts';
import { judgeVaapi } from './vaapi-rules.ts';
import { toVideoFormat } from './video-format.ts';

/** Codecs that mpv gives to a decoder of the machine unless it is told otherwise. */
const CODECS = ['h264', 'hevc', 'vp8', 'vp9', 'av1', 'vc1'];

/** A way that is not taken, and why. */
interface Refusal {
  readonly hwdec: string;
  readonly why: string;
}

interface Judged {
  readonly ways: readonly DecodingWay[];
  readonly refusals: readonly Refusal[];
}

interface Row {
  /** mpv's names for it; an mpv has one of them. */
  readonly names: readonly [string, ...string[]];
  /** What decodes it, for people; or why nothing does. */
  readonly judge: (situation: Situation) => { readonly decoder: string } | { readonly refusal: string };
  readonly copyRefusal?: (situation: Situation) => string | undefined;
}

const ofDevice = (judged: ReturnType<typeof judgeStateful>) =>
  'refusal' in judged ? judged : { decoder: `${judged.device.driver} (${judged.device.node})` };

/** Best first. */
const ROWS: readonly Row[] = [
  { names: ['v4l2m2m'], judge: (situation) => ofDevice(judgeStateful(situation)), copyRefusal: toCopyRefusal },
  { names: ['drm', 'v4l2request'], judge: (situation) => ofDevice(judgeStateless(situation)) },
  {
    names: ['vaapi'],
    judge: (situation) => {
      const judged = judgeVaapi(situation);
      return 'refusal' in judged ? judged : { decoder: `VAAPI of ${judged.driver}` };
    },
  },
];

const judgeRow = (row: Row, situation: Situation): Judged => {
  const [standard] = row.names;
  const refuse = (why: string): Judged => ({ ways: [], refusals: [{ hwdec: standard, why }] });
  const refusal = toDecoderRefusal(situation);
  const judged = row.judge(situation);
  if ('refusal' in judged) return refuse(judged.refusal);
  if (refusal !== undefined) return refuse(refusal);
  const { decoders } = situation.facts.abilities.mpv;
  const options = toScalingOptions(situation.facts.hardware.compatible);
  const knows = (hwdec: string): boolean => decoders[hwdec]?.includes(situation.format.codec) === true;
  const ways: DecodingWay[] = [];
  const refusals: Refusal[] = [];
  for (const suffix of ['', '-copy']) {
    const hwdec = row.names.map((name) => `${name}${suffix}`).find(knows);
    const why =
      hwdec === undefined
        ? 'this mpv and its ffmpeg cannot use it'
        : suffix === ''
          ? toDirectRefusal(situation, standard)
          : row.copyRefusal?.(situation);
    if (hwdec === undefined || why !== undefined) refusals.push({ hwdec: `${standard}${suffix}`, why: why ?? '' });
    else {
      const reason = `${judged.decoder} decodes it${suffix === '' ? ', shown without a copy' : ''}`;
      ways.push({ hwdec, reason, options });
    }
  }
  return { ways, refusals };
};

/** A refusal tells more where the machine has a decoder. */
const SAYS_LITTLE = /^(no decoder of this machine|there is no VAAPI)/;

const softwareFor = (facts: MachineFacts, reason: string): DecodingWay => ({
  ...SOFTWARE,
  reason,
  options: toScalingOptions(facts.hardware.compatible),
});

const judgeCoding = (coding: Coding | undefined, situation: Omit<Situation, 'format'>): Judged => {
  if (coding === undefined) return { ways: [], refusals: [{ hwdec: 'auto', why: 'its coding is not known' }] };
  if (!CODECS.includes(coding.videoCodec)) {
    return { ways: [], refusals: [{ hwdec: 'auto', why: `${coding.videoCodec} is decoded by the processor` }] };
  }
  const rows = ROWS.map((row) => judgeRow(row, { ...situation, format: toVideoFormat(coding) }));
  return { ways: rows.flatMap(({ ways }) => ways), refusals: rows.flatMap(({ refusals }) => refusals) };
};

/** A named way is taken even where nothing shows that it works, unless the output cannot show it. */
const judgeChosen = (hwdec: string, coding: Coding | undefined, situation: Omit<Situation, 'format'>): Judged => {
  if (coding === undefined) return judgeCoding(coding, situation);
  const whole = { ...situation, format: toVideoFormat(coding) };
  const decoder = hwdec.replace(/-copy$/, '');
  const why = toDecoderRefusal(whole) ?? (decoder === hwdec ? toDirectRefusal(whole, decoder) : undefined);
  if (why !== undefined) return { ways: [], refusals: [{ hwdec, why }] };
  const options = toScalingOptions(situation.facts.hardware.compatible);
  return { ways: [{ hwdec, reason: 'it was chosen', options }], refusals: [] };
};

const codingsOf = (picture: Media): readonly (Coding | undefined)[] =>
  picture.kind === 'reel' ? picture.parts.map(({ coding }) => coding) : [picture.coding];

/**
 * The ways to decode a file, best first, software last; those of a reel suit every part.
 * @param deps.choice the owner's: `auto`, `software`, or mpv's name of a way
 */
export const judgeWays = (deps: {
  readonly facts: MachineFacts;
  readonly picture: Media;
  readonly screen: Screen;
  readonly choice: DecoderChoice;
}): { readonly ways: readonly [DecodingWay, ...DecodingWay[]]; readonly refusals: readonly Refusal[] } => {
  const { facts, picture, screen, choice } = deps;
  const inSoftware = (reason: string, refusals: readonly Refusal[] = []) =>
    ({ ways: [softwareFor(facts, reason)], refusals }) as const;
  if (picture.kind === 'still' || picture.kind === 'screen') return inSoftware('it is a picture');
  if (choice === 'software') return inSoftware('it was chosen');
  const isFiltered = 'vf' in toFilterOptions(picture, screen.videoOutput);
  const judged = codingsOf(picture).map((coding) =>
    choice === 'auto'
      ? judgeCoding(coding, { facts, screen, isFiltered })
      : judgeChosen(choice, coding, { facts, screen, isFiltered }),
  );
  const refusals = judged.flatMap((part) => part.refusals);
  const [first, ...others] = judged;
  const ways = (first?.ways ?? []).filter(({ hwdec }) =>
    others.every((part) => part.ways.some((way) => way.hwdec === hwdec)),
  );
  const why = refusals.find((refusal) => !SAYS_LITTLE.test(refusal.why))?.why;
  const [best, ...rest] = ways;
  if (best === undefined) return inSoftware(why ?? SOFTWARE.reason, refusals);
  return { ways: [best, ...rest, softwareFor(facts, 'the processor decodes everything')], refusals };
};
