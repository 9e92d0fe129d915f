// `cuedeck fleet fire` and `stop`: one command for many players, and what each answered.
import { toReason } from '../../base/errors.ts';
import type { FleetAnswer, FleetClient } from '../../mqtt/fleet/client.ts';
import { CliError, EXIT } from '../cli-error.ts';
import type { Call, Command } from '../command.ts';
import { CHOICE_OPTIONS, choosePlayers } from './choice.ts';
import { withFleet } from './connection.ts';
import { type Outcome, toOutcomeAnswer } from './outcome.ts';

/** A player answers when its picture is shown. */
const ANSWER_TIMEOUT_SECONDS = 10;
/** No player cues a clip faster. */
const MIN_LEAD_SECONDS = 0.5;
const MAX_LEAD_SECONDS = 24 * 3600;

const isLast = (answer: FleetAnswer): boolean => answer.phase !== 'ready';

const toOutcome = (player: string, answer: FleetAnswer | undefined, done: string): Outcome => {
  if (answer === undefined) return { player, isDone: false, text: 'no answer' };
  const { error, lateSeconds: late, clip = '' } = answer;
  if (error !== undefined) return { player, isDone: false, text: error.replace(/\.$/, '') };
  if (!isLast(answer)) return { player, isDone: false, text: 'it was ready and did not say that it started' };
  return {
    player,
    isDone: true,
    text: late === undefined ? `${done} ${clip}` : `started ${clip}, ${(late * 1000).toFixed(1)} ms after the instant`,
  };
};

const send = async (
  fleet: FleetClient,
  options: Call['options'],
  request: {
    readonly command: string;
    readonly values: Readonly<Record<string, unknown>>;
    readonly seconds: number;
    readonly done: string;
  },
) => {
  const { players, scopes } = choosePlayers(fleet.players(), options);
  const awaited = players.filter(({ isOnline }) => isOnline).map(({ id }) => id);
  const answers = await fleet
    .request({
      ...request,
      scopes,
      isEnough: (given) =>
        awaited.every((id) => {
          const answer = given.get(id);
          return answer !== undefined && isLast(answer);
        }),
    })
    .catch((error) => {
      throw new CliError(EXIT.unavailable, `Lost the broker; nothing was sent: ${toReason(error)}.`);
    });
  return toOutcomeAnswer(
    players.map(({ id, isOnline }) =>
      isOnline ? toOutcome(id, answers.get(id), request.done) : { player: id, isDone: false, text: 'it is offline' },
    ),
  );
};

/** Seconds since 1970 of `--at` or `--in`; undefined: at once. */
const toInstant = ({ at, in: lead }: Call['options']): number | undefined => {
  if (typeof at === 'string' && typeof lead === 'string')
    throw new CliError(EXIT.usage, '--at and --in cannot be combined.');
  if (typeof lead === 'string') {
    const seconds = Number(lead);
    const isAllowed = seconds >= MIN_LEAD_SECONDS && seconds <= MAX_LEAD_SECONDS;
    if (/^\d+(\.\d+)?$/.test(lead) && isAllowed) return Date.now() / 1000 + seconds;
    throw new CliError(
      EXIT.usage,
      `--in ${lead} is invalid; allowed: seconds from ${MIN_LEAD_SECONDS} to ${MAX_LEAD_SECONDS}.`,
    );
  }
  if (typeof at !== 'string') return undefined;
  const milliseconds = /Z$|[+-]\d\d:\d\d$/.test(at) ? Date.parse(at) : Number.NaN;
  if (milliseconds < Date.now())
    throw new CliError(EXIT.usage, `--at ${at} is in the past, by the clock of this machine.`);
  if (!Number.isNaN(milliseconds)) return milliseconds / 1000;
  throw new CliError(EXIT.usage, `--at ${at} is invalid; allowed: a time with its zone, such as 2026-05-01T20:15:00Z.`);
};

export const FLEET_FIRE_COMMAND: Command = {
  name: 'fleet fire',
  takes: [{ name: 'CLIP' }],
  options: [
    ...CHOICE_OPTIONS,
    { name: 'at', value: 'TIME', meaning: 'starts all at this instant, such as `2026-05-01T20:15:00Z`' },
    {
      name: 'in',
      value: 'SECONDS',
      meaning: 'starts all this many seconds from now, by the clock of this machine',
    },
    { name: 'force', meaning: 'includes players without a synchronized clock' },
  ],
  meaning: 'plays a clip, by its id or name, from its in point on players; optionally at one instant',
  more: 'Each player reports whether it started. When one did not, the reason is shown and the exit code is 1.',
  run: (call) =>
    withFleet(call, (fleet) => {
      const at = toInstant(call.options);
      const values = {
        clip: call.arguments[0],
        ...(at !== undefined && { at: at.toFixed(6), force: call.options.force === true }),
      };
      const seconds = ANSWER_TIMEOUT_SECONDS + (at === undefined ? 0 : Math.max(0, at - Date.now() / 1000));
      return send(fleet, call.options, { command: 'fire', values, seconds, done: 'plays' });
    }),
};

export const FLEET_STOP_COMMAND: Command = {
  name: 'fleet stop',
  takes: [],
  options: CHOICE_OPTIONS,
  meaning: 'stops players and returns to the start of their clips',
  run: (call) =>
    withFleet(call, (fleet) =>
      send(fleet, call.options, { command: 'stop', values: {}, seconds: ANSWER_TIMEOUT_SECONDS, done: 'stopped' }),
    ),
};
