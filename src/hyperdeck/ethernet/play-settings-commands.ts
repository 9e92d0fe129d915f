// Commands that set what `play` plays and what comes when it ends.
import type { SequenceEnd } from '../../deck/playback/sequence.ts';
import { frameShownAt } from '../device/clip-timecode.ts';
import { checkTimeline } from '../device/move.ts';
import type { PlayRange } from '../device/play-range.ts';
import { timelineFrame } from '../device/timeline.ts';
import type { Snapshot } from '../device/transport-info.ts';
import { CommandError } from '../response-codes.ts';
import { parseFlag, parseOneOf, parseWhole } from '../values.ts';
import { type CommandCall, given, need, rejectMixed, type Values } from './command.ts';
import { playOnAnew } from './playback-commands.ts';
import { findLabel, nearestToLabel } from './position-parameters.ts';
import { OK, toPairs, toPlayRangeText } from './replies.ts';

export const getPlayRange = ({ context }: CommandCall): string => toPlayRangeText(219, context.hyperDeck.snapshot());

const toClipRange = (values: Values, { timeline }: Snapshot): PlayRange => {
  const first = parseWhole(need(values, 'clip id')) - 1;
  const count = given(values, 'count', parseWhole) ?? 1;
  if (timeline.clips[first] === undefined) throw new CommandError(112, `clip id 1 to ${timeline.clips.length}`);
  if (count < 1) throw new CommandError(102, 'at least one clip');
  return { by: 'clips', first, count };
};

/** Frames of the timeline for two timecodes; an end is one past its last frame. */
const toFramesAt = (values: Values, snapshot: Snapshot): readonly [number, number] => {
  const { timeline, position, device } = snapshot;
  const [inText, outText] = [need(values, 'in'), need(values, 'out')];
  const from = findLabel(inText, snapshot, position) ?? nearestToLabel(inText, snapshot, position);
  const clip = timeline.clips[from.index];
  const isOwn = device.configuration['timecode output'] === 'clip';
  // Other clips may begin with the label at which this one ends.
  const isItsEnd = isOwn && clip !== undefined && frameShownAt(outText, clip, device.configuration) === clip.frames;
  const to = isItsEnd ? undefined : findLabel(outText, snapshot, from);
  const last = to ?? nearestToLabel(outText, snapshot, from, 1);
  return [timelineFrame(timeline, from), timelineFrame(timeline, last) + (to === undefined ? 1 : 0)];
};

const toFrames = (inFrame: number, outFrame: number, { timeline }: Snapshot): PlayRange => {
  if (inFrame >= outFrame) throw new CommandError(102, 'in lies before out');
  if (inFrame >= timeline.frames) throw new CommandError(109, `the timeline has ${timeline.frames} frames`);
  return { by: 'frames', inFrame, outFrame };
};

const RANGE_FORMS = [
  ['clip id', 'count'],
  ['in', 'out'],
  ['timeline in', 'timeline out'],
] as const;

/** @throws CommandError 100, 102, 107, 109, 112 */
const toPlayRange = (values: Values, snapshot: Snapshot): PlayRange => {
  checkTimeline(snapshot);
  rejectMixed(values, RANGE_FORMS);
  if (values.has('clip id') || values.has('count')) return toClipRange(values, snapshot);
  if (values.has('in') || values.has('out')) {
    return toFrames(...toFramesAt(values, snapshot), snapshot);
  }
  return toFrames(parseWhole(need(values, 'timeline in')), parseWhole(need(values, 'timeline out')), snapshot);
};

export const setPlayRange = async (call: CommandCall): Promise<string> => {
  call.context.hyperDeck.change((snapshot) => ({ playRange: toPlayRange(call.values, snapshot) }));
  await playOnAnew(call.context);
  return OK;
};

export const clearPlayRange = async (call: CommandCall): Promise<string> => {
  call.context.hyperDeck.change(() => ({ playRange: undefined }));
  await playOnAnew(call.context);
  return OK;
};

const STOP_MODES: Readonly<Record<string, SequenceEnd>> = {
  lastframe: 'hold',
  nextframe: 'next-frame',
  black: 'black',
};

export const playOption = async (call: CommandCall): Promise<string> => {
  const { hyperDeck } = call.context;
  const text = call.values.get('stop mode');
  if (text === undefined) {
    const { stopMode } = hyperDeck.snapshot().device;
    const name = Object.keys(STOP_MODES).find((mode) => STOP_MODES[mode] === stopMode) ?? '';
    return toPairs(220, 'play option', [['stop mode', name]]);
  }
  const stopMode = STOP_MODES[parseOneOf(text, Object.keys(STOP_MODES))] ?? 'hold';
  hyperDeck.change(() => ({ stopMode }));
  await playOnAnew(call.context);
  return OK;
};

/** Survives a power cut: it is the deck's power-on setting. */
export const playOnStartup = async ({ values, context }: CommandCall): Promise<string> => {
  const { powerOn } = context.deck.state().document.settings;
  const before = { enable: powerOn === 'play-last' || powerOn === 'play-all', singleClip: powerOn === 'play-last' };
  if (values.size === 0) {
    return toPairs(218, 'play on startup', [
      ['enable', before.enable],
      ['single clip', before.singleClip],
    ]);
  }
  const enable = given(values, 'enable', parseFlag) ?? before.enable;
  const singleClip = given(values, 'single clip', parseFlag) ?? before.singleClip;
  if (enable) await context.deck.setPowerOn(singleClip ? 'play-last' : 'play-all');
  else if (before.enable) await context.deck.setPowerOn('splash');
  return OK;
};
