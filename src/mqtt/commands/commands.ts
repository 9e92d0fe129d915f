// Commands over MQTT: one for each row of the table of actions, with its parameters as payload.
import type { Action, ActionContext } from '../../actions/action.ts';
import { toIsoTime } from '../../base/clock.ts';
import { AppError } from '../../base/errors.ts';
import type { WallClock } from '../../deck/ports.ts';
import type { StartedClip } from '../../deck/scheduled-start.ts';
import { text, whole } from '../../schema/schema.ts';
import { pickClip } from '../clip-labels.ts';
import { toClockJson, toMicroseconds } from '../reports/payloads.ts';
import { type PayloadField, parsePayload } from './payload.ts';

/** Dependencies of the commands. */
export interface CommandContext extends Pick<ActionContext, 'deck' | 'startAt'> {
  readonly wall: WallClock;
  /** Called after a scheduled start, for the sync of all players of this scope. */
  readonly onStarted: (started: StartedClip, scope: string) => void;
}

/** Fields of an answer besides the status. */
type CommandResult = Readonly<Record<string, unknown>>;

/** Source of a command. */
interface CommandSource {
  /** Its recipients: `player/ID`, `group/GROUP` or `all`. */
  readonly scope: string;
  /** Sends an interim answer. */
  readonly notify: (result: CommandResult) => void;
}

/** A clip is given by its id or name, or by its number. */
const CLIP = { name: 'clip', shape: text(1000, 1), isOptional: true, allowed: 'the id or the name of a clip' } as const;
const NUMBER = {
  name: 'number',
  shape: whole({ least: 0, most: 999_999 }),
  isOptional: true,
  allowed: 'a whole number of 1 to 6 digits',
} as const;

/** Fields of the payload; the first may also be the whole payload. */
export const toPayloadFields = ({ clip, parameters, mqttNames }: Action): readonly PayloadField[] => [
  ...(clip === undefined ? [] : [CLIP, NUMBER]),
  ...parameters.map((parameter) => ({ ...parameter, name: mqttNames[parameter.name] ?? parameter.name })),
];

/**
 * Validates the payload, then runs the row.
 * @returns fields of the answer besides the status
 * @throws AppError, CommandError
 */
export const runCommand = async (
  row: Action,
  context: CommandContext,
  payload: Buffer,
  { scope, notify }: CommandSource,
): Promise<CommandResult | undefined> => {
  const given = parsePayload(toPayloadFields(row), payload);
  const values = Object.fromEntries(row.parameters.map(({ name }) => [name, given[row.mqttNames[name] ?? name]]));
  const clip = typeof given.clip === 'string' ? given.clip : undefined;
  const number = typeof given.number === 'number' ? given.number : undefined;
  const isGiven = row.clip !== undefined && (clip !== undefined || number !== undefined);
  if (row.clip === 'needed' && !isGiven) {
    throw new AppError('missing-parameter', `clip is missing; allowed: ${CLIP.allowed}.`);
  }
  let result: CommandResult | undefined;
  await row.run(
    {
      ...context,
      onReady: (atSeconds) => notify({ phase: 'ready', at: toIsoTime(atSeconds), clock: toClockJson(context.wall) }),
      onStarted: (started) => {
        const { atSeconds, lateSeconds } = started;
        result = { phase: 'started', at: toIsoTime(atSeconds), lateSeconds: toMicroseconds(lateSeconds) };
        context.onStarted(started, scope);
      },
    },
    { values, ...(isGiven && { pick: pickClip({ clip, number }) }) },
  );
  return result;
};
