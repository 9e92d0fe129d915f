// Checks whether the player plays its clips without lost frames.
import type { components } from '../../client/api-types.ts';
import { NEVER_SILENT } from '../../deck/clips/playability.ts';
import { hasLostMany } from '../../deck/plays/play.ts';
import type { PlayerApi } from '../player-api.ts';
import { type PlayerClip, readClips } from '../player-status.ts';
import { type Finding, good, note, problem } from './finding.ts';
import { unlessSilent } from './unless-silent.ts';

type LoggedPlay = components['schemas']['Play'];

const PART = 'Playing';
const MAX_NAMED = 5;
const WHEN_SILENT =
  'When nobody is watching, run sudo cuedeck stop and allow half a minute for each clip; cuedeck clips lists the verdicts.';

interface Judged {
  readonly number: number;
  readonly name: string;
  readonly playability: NonNullable<PlayerClip['playability']>;
}

const toJudged = ({ number, name, playability }: PlayerClip): readonly Judged[] =>
  playability === undefined ? [] : [{ number, name, playability }];

const ofVerdict = (clips: readonly Judged[], verdict: Judged['playability']['verdict']): readonly Judged[] =>
  clips.filter(({ playability }) => playability.verdict === verdict);

const toName = ({ number, name }: Judged): string => `${number} “${name}”`;

const toFinding = (clip: Judged): Finding => {
  const [reason = 'It loses frames.', ...advice] = clip.playability.advice;
  const text = `${toName(clip)} is too slow for this box. ${reason}`;
  return problem(PART, text, advice.length === 0 ? 'Convert it to H.264, at most 1920×1080.' : advice.join(' '));
};

/** A clip that is slow since an update, though not too slow. */
const toWorse = (clip: Judged): Finding =>
  note(PART, `${toName(clip)}: ${clip.playability.advice[0]}`, clip.playability.advice.slice(1).join(' '));

const more = (count: number, what: string): readonly Finding[] =>
  count > 0 ? [note(PART, `${count} more ${what}; cuedeck clips lists them.`)] : [];

/** Enough for a show. */
const RECENT_PLAYS = 100;

const readPlays = (api: PlayerApi): Promise<readonly LoggedPlay[]> =>
  unlessSilent(api.call('get', '/plays', { query: { limit: String(RECENT_PLAYS) } }), []);

/** What the play log says: a clip that plays well alone may lose frames beside other work. */
const toPlaysFinding = (plays: readonly LoggedPlay[]): Finding | undefined => {
  const losing = plays.filter(hasLostMany);
  const [last] = losing;
  if (last === undefined) return undefined;
  const when = last.startedAt.slice(0, 16).replace('T', ' ');
  const of = plays.length === 1 ? 'The last play' : `${losing.length} of the last ${plays.length} plays`;
  return note(
    PART,
    `${of} lost frames, the latest “${last.clip}”, ${when} UTC: ${last.framesDropped} of ${last.framesDue}.`,
    last.framesDroppedByDecoder > last.framesDroppedByOutput
      ? 'The processor or the decoder was behind: look for other work at that time. cuedeck plays lists the plays.'
      : 'The output was behind: look for other work at that time, or choose another display mode. cuedeck plays lists the plays.',
  );
};

/** @returns nothing when the player does not answer, or has no clip that moves */
export const examineClips = async (api: PlayerApi): Promise<readonly Finding[]> => {
  const clips = await unlessSilent(readClips(api), []);
  const judged = clips.flatMap(toJudged);
  if (judged.length === 0) return [];
  const [slow, tight] = [ofVerdict(judged, 'too-slow'), ofVerdict(judged, 'tight')];
  const worse = tight.filter(({ playability }) => playability.advice[0]?.startsWith('It was smooth before') === true);
  const waiting = judged.filter(({ playability }) => playability.measuredAt === undefined).length;
  const measured = waiting === 0 ? '' : ` ${waiting} of ${judged.length} are not measured yet.`;
  const rest = tight.length - worse.length;
  const overdue = judged.filter(({ playability }) => playability.advice.includes(NEVER_SILENT)).length;
  const inVain =
    overdue === 0
      ? []
      : [
          note(
            PART,
            `${overdue} of ${judged.length} clips cannot be measured: something plays all the time.`,
            WHEN_SILENT,
          ),
        ];
  const losses = toPlaysFinding(await readPlays(api));
  const summary =
    slow.length + tight.length === 0
      ? [good(PART, `${losses === undefined ? 'No' : 'Alone, no'} clip is known to lose frames.${measured}`)]
      : rest > 0
        ? [note(PART, `${rest} ${rest === 1 ? 'clip plays' : 'clips play'} with little in reserve.${measured}`)]
        : [];
  return [
    ...slow.slice(0, MAX_NAMED).map(toFinding),
    ...more(slow.length - MAX_NAMED, 'are too slow'),
    ...worse.slice(0, MAX_NAMED).map(toWorse),
    ...summary,
    ...(losses === undefined ? [] : [losses]),
    ...inVain,
  ];
};
