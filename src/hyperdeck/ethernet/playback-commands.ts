// Commands that move the picture.
import { isMeantToPlay, isOnSplash } from '../../deck/state.ts';
import { MAX_PERCENT, type Move, type PlayOptions, toGoto, toJog, toPlay, toShuttle } from '../device/move.ts';
import { isInRange, toFrameRange } from '../device/play-range.ts';
import { type Snapshot, stepPercentOf, toPlayMode } from '../device/transport-info.ts';
import { CommandError } from '../response-codes.ts';
import { parseFlag, parseSigned, parseWhole } from '../values.ts';
import { type CommandCall, type CommandContext, given, need, needOne, type Values } from './command.ts';
import { toPosition, toTimecodePosition } from './position-parameters.ts';
import { OK, SLOT_IDS, SLOTS } from './replies.ts';

const parseSpeed = (text: string): number => parseSigned(text, MAX_PERCENT);

/**
 * The slot with the clips is always the active one.
 * @throws CommandError 102, 105
 */
export const checkSlot = (text: string): void => {
  const slotId = parseWhole(text);
  if (!SLOT_IDS.includes(slotId)) throw new CommandError(102, `slot id ${SLOT_IDS.join(' or ')}`);
  if (slotId !== SLOTS.clips) throw new CommandError(105, `slot ${slotId} is empty`);
};

/** Missing parameters mean their default; a clip whose Loop is set loops by itself. */
const toPlayOptions = (values: Values, snapshot: Snapshot): PlayOptions => ({
  percent: given(values, 'speed', parseSpeed) ?? 100,
  loop: given(values, 'loop', parseFlag) ?? false,
  singleClip: given(values, 'single clip', parseFlag) ?? false,
  from: toPosition(values, snapshot),
});

export const play = async ({ values, context }: CommandCall): Promise<string> => {
  await context.hyperDeck.move((snapshot) => toPlay(snapshot, toPlayOptions(values, snapshot)));
  return OK;
};

export const stop = async ({ context }: CommandCall): Promise<string> => {
  await context.hyperDeck.hold('play');
  return OK;
};

export const goTo = async ({ values, context }: CommandCall): Promise<string> => {
  needOne(values);
  const slot = values.get('slot id');
  if (slot !== undefined) {
    checkSlot(slot);
    await context.hyperDeck.rebuild();
    if (values.size === 1) return OK;
  }
  await context.hyperDeck.move((snapshot) => toGoto(snapshot, toPosition(values, snapshot) ?? snapshot.position));
  return OK;
};

export const jog = async ({ values, context }: CommandCall): Promise<string> => {
  const text = need(values, 'timecode');
  await context.hyperDeck.move((snapshot) => toJog(snapshot, toTimecodePosition(text, snapshot)));
  return OK;
};

export const shuttle = async ({ values, context }: CommandCall): Promise<string> => {
  const percent = parseSpeed(need(values, 'speed'));
  if (percent === 0) await context.hyperDeck.hold('shuttle');
  else await context.hyperDeck.move((snapshot) => toShuttle(snapshot, percent));
  return OK;
};

export const preview = async ({ values, context }: CommandCall): Promise<string> => {
  const { hyperDeck } = context;
  if (parseFlag(need(values, 'enable'))) await hyperDeck.preview();
  else if (isOnSplash(hyperDeck.snapshot().deck) && hyperDeck.snapshot().timeline.clips.length > 0) {
    await hyperDeck.move((snapshot) => toGoto(snapshot, snapshot.position));
  }
  return OK;
};

/** The current playback, continued with the current play range and stop mode. */
const toSamePlay = (snapshot: Snapshot): Move => {
  const { deck, device, position } = snapshot;
  const { singleClip, loop } = deck.place?.run ?? { ...toPlayMode(deck), loop: false };
  const percent = stepPercentOf(deck) ?? deck.speed * 100;
  return toPlay(snapshot, { percent, singleClip, loop, from: position }, device.motion);
};

/**
 * Applies a changed play setting to the current playback. A clip outside the new range, or off the timeline, plays on
 * unchanged: a setting takes nothing off the air.
 */
export const playOnAnew = async ({ hyperDeck }: Pick<CommandContext, 'hyperDeck'>): Promise<void> => {
  const { deck, device, timeline, position, guest } = hyperDeck.snapshot();
  if (!isMeantToPlay(deck) || guest !== undefined || timeline.clips.length === 0) return;
  if (isInRange(toFrameRange(device.playRange, timeline), timeline, position)) await hyperDeck.move(toSamePlay);
};
