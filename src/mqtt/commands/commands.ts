// Every command over MQTT: its name, parameters and effect, in one table.

import { DeckError } from '../../base/errors.ts';
import { SPLASH_ID } from '../../deck/clips/clip.ts';
import { clipById, replaceClip } from '../../deck/clips/clip-list.ts';
import { patchClip } from '../../deck/clips/clip-patch.ts';
import type { Deck } from '../../deck/deck.ts';
import { type ClipChoice, pickClip } from '../clip-labels.ts';
import type { TimedStart } from '../scheduled-start.ts';
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
export interface CommandHouse {
  readonly deck: Deck;
  readonly timedStart: TimedStart;
}

/** What an answer says besides the status. */
export type News = Readonly<Record<string, unknown>>;

/** Where a command came from. */
export interface Occasion {
  /** Whom it was sent to: `player/ID`, `group/GROUP` or `all`. */
  readonly scope: string;
  /** Answers once more, before the command is done. */
  readonly tell: (news: News) => void;
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
   * @throws DeckError, CommandError
   */
  readonly run: (house: CommandHouse, payload: Buffer, occasion: Occasion) => Promise<News | undefined>;
}

const command = <Table extends ParameterTable>(
  name: string,
  parameters: Table,
  summary: string,
  run: (house: CommandHouse, values: ValuesOf<Table>, occasion: Occasion) => Promise<News> | Promise<void>,
): Command => ({
  name,
  parameters,
  summary,
  run: async (house, payload, occasion) => {
    const news = await run(house, parsePayload(parameters, payload), occasion);
    return typeof news === 'object' ? news : undefined;
  },
});

const CLIP = { clip: optional(CLIP_WORD), number: optional(CLIP_NUMBER) } as const;

const isGiven = ({ clip, number }: ClipChoice): boolean => clip !== undefined || number !== undefined;

/** What is given, or the selected clip. */
const pickOrSelected = ({ deck }: CommandHouse, choice: ClipChoice) =>
  isGiven(choice) ? pickClip(choice) : pickClip({ clip: deck.state().selectedId, number: undefined });

export const COMMANDS: readonly Command[] = [
  command('play', {}, 'Plays; goes on when it plays already.', ({ deck }) => deck.play()),
  command('pause', {}, 'Pauses; nothing changes when it stands already.', ({ deck }) => deck.pause()),
  command('stop', {}, 'Stops, back at the start of the clip.', ({ deck }) => deck.stop()),
  command('select', CLIP, 'Cues a clip at its start.', async ({ deck }, choice) => {
    if (!isGiven(choice)) throw new DeckError('missing-parameter', `clip is missing; allowed: ${CLIP.clip.allowed}.`);
    await deck.cue(pickClip(choice));
  }),
  command(
    'fire',
    { ...CLIP, at: optional(INSTANT), force: optional(FLAG) },
    'Plays a clip from its start, the selected one when none is named; with `at`, at that instant.',
    (house, { at, force, ...choice }, { scope, tell }) => {
      const pick = pickOrSelected(house, choice);
      if (at === undefined) return house.deck.cue(pick, { playing: true });
      return house.timedStart.run({ pick, atSeconds: at, force: force ?? false, scope, onReady: tell });
    },
  ),
  command('goto', { secs: SECONDS }, 'Goes to a timecode of the selected clip.', ({ deck }, { secs }) =>
    deck.goTo(secs),
  ),
  command('volume', { percent: PERCENT }, 'Sets the volume of the selected clip.', async ({ deck }, { percent }) => {
    const { selectedId } = deck.state();
    if (selectedId === SPLASH_ID) throw new DeckError('splash-locked', 'The splash screen has no sound.');
    await deck.edit((store) =>
      store.update((document) =>
        replaceClip(document, patchClip(clipById(document.clips, selectedId), { volumePercent: percent })),
      ),
    );
  }),
  command(
    'showinfo',
    { shown: optional(FLAG) },
    'Sets whether the splash screen is shown at boot; without a value, toggles it.',
    ({ deck }, { shown }) => deck.updateSettings(({ showSplash }) => ({ showSplash: shown ?? !showSplash })),
  ),
  command('status', {}, 'Changes nothing; the answer has the status.', async () => {}),
];
