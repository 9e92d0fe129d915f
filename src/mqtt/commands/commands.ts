// Every command over MQTT: its name, parameters and effect, in one table.

import { toIsoTime } from '../../base/clock.ts';
import { AppError } from '../../base/errors.ts';
import type { Deck } from '../../deck/deck.ts';
import type { WallClock } from '../../deck/ports.ts';
import type { StartAt, StartedClip } from '../../deck/scheduled-start.ts';
import { type ClipChoice, pickClip } from '../clip-labels.ts';
import { toClockJson, toMicroseconds } from '../reports/payloads.ts';
import {
  CLIP_NUMBER,
  CLIP_WORD,
  FLAG,
  INSTANT,
  optional,
  type ParameterTable,
  PERCENT,
  parsePayload,
  SECONDS,
  type ValuesOf,
} from './parameters.ts';

/** What commands work on. */
export interface CommandContext {
  readonly deck: Deck;
  readonly startAt: StartAt;
  readonly wall: WallClock;
  /** For those who keep together after a start at an instant that was sent to this scope. */
  readonly onStarted: (started: StartedClip, scope: string) => void;
}

/** What an answer says besides the status. */
export type CommandResult = Readonly<Record<string, unknown>>;

/** Where a command came from. */
export interface CommandSource {
  /** Whom it was sent to: `player/ID`, `group/GROUP` or `all`. */
  readonly scope: string;
  /** Answers once more, before the command is done. */
  readonly notify: (result: CommandResult) => void;
}

export interface Command {
  readonly name: string;
  /** The first one may be the whole payload. */
  readonly parameters: ParameterTable;
  /** One plain sentence. */
  readonly summary: string;
  /**
   * Checks the payload, then does it.
   * @returns what the answer says besides the status
   * @throws AppError, CommandError
   */
  readonly run: (context: CommandContext, payload: Buffer, source: CommandSource) => Promise<CommandResult | undefined>;
}

const command = <Table extends ParameterTable>(
  name: string,
  parameters: Table,
  summary: string,
  run: (
    context: CommandContext,
    values: ValuesOf<Table>,
    source: CommandSource,
  ) => Promise<CommandResult> | Promise<void>,
): Command => ({
  name,
  parameters,
  summary,
  run: async (context, payload, source) => {
    const result = await run(context, parsePayload(parameters, payload), source);
    return typeof result === 'object' ? result : undefined;
  },
});

const CLIP = { clip: optional(CLIP_WORD), number: optional(CLIP_NUMBER) } as const;

const isGiven = ({ clip, number }: ClipChoice): boolean => clip !== undefined || number !== undefined;

/** What is given, or the selected clip. */
const pickOrSelected = ({ deck }: CommandContext, choice: ClipChoice) =>
  isGiven(choice) ? pickClip(choice) : pickClip({ clip: deck.state().selectedId, number: undefined });

export const COMMANDS: readonly Command[] = [
  command('play', {}, 'Plays; goes on when it plays already.', ({ deck }) => deck.play()),
  command('pause', {}, 'Pauses; nothing changes when it stands already.', ({ deck }) => deck.pause()),
  command('stop', {}, 'Stops, back at the start of the clip.', ({ deck }) => deck.stop()),
  command('select', CLIP, 'Cues a clip at its start.', async ({ deck }, choice) => {
    if (!isGiven(choice)) throw new AppError('missing-parameter', `clip is missing; allowed: ${CLIP.clip.allowed}.`);
    await deck.cue(pickClip(choice));
  }),
  command(
    'fire',
    { ...CLIP, at: optional(INSTANT), force: optional(FLAG) },
    'Plays a clip from its start, the selected one when none is named; with `at`, at that instant.',
    async (context, { at, force = false, ...choice }, { scope, notify }) => {
      const pick = pickOrSelected(context, choice);
      if (at === undefined) {
        await context.deck.cue(pick, { playing: true });
        return {};
      }
      const { lateSeconds } = await context.startAt({
        ...{ pick, atSeconds: at, force },
        onReady: () => notify({ phase: 'ready', at: toIsoTime(at), clock: toClockJson(context.wall) }),
        onStarted: (started) => context.onStarted(started, scope),
      });
      return { phase: 'started', at: toIsoTime(at), lateSeconds: toMicroseconds(lateSeconds) };
    },
  ),
  command('goto', { secs: SECONDS }, 'Goes to a timecode of the selected clip.', ({ deck }, { secs }) =>
    deck.goTo(secs),
  ),
  command('volume', { percent: PERCENT }, 'Sets the volume of the selected clip.', ({ deck }, { percent }) =>
    deck.setVolume(percent),
  ),
  command(
    'showinfo',
    { shown: optional(FLAG) },
    'Sets whether the splash screen is shown at boot; without a value, toggles it.',
    ({ deck }, { shown }) => deck.updateSettings(({ showSplash }) => ({ showSplash: shown ?? !showSplash })),
  ),
  command('status', {}, 'Changes nothing; the answer has the status.', async () => {}),
];
