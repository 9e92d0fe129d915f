// Commands that list clips and make up the timeline.
import type { Clip } from '../../deck/clips/clip.ts';
import { framesToSeconds } from '../../deck/clips/timecode.ts';
import { findByName } from '../device/clip-names.ts';
import { fileFramesAt } from '../device/clip-timecode.ts';
import type { TimelineEntry } from '../device/timeline.ts';
import { toSourceEntries } from '../device/timeline-source.ts';
import type { Snapshot } from '../device/transport-info.ts';
import { findVideoFormat, formatOf } from '../device/video-format.ts';
import { CommandError } from '../response-codes.ts';
import { parseWhole } from '../values.ts';
import { type CommandCall, given, need, rejectMixed, type Values } from './command.ts';
import { checkSlot } from './playback-commands.ts';
import { type ListVersion, OK, SLOT_IDS, SLOTS, toClipsCount, toClipsInfo, toDiskList, toSlotInfo } from './replies.ts';

export const clipsCount = ({ context }: CommandCall): string => toClipsCount(context.hyperDeck.snapshot().timeline);

const parseVersion = (text: string): ListVersion => {
  const version = parseWhole(text);
  if (version === 1 || version === 2 || version === 3) return version;
  throw new CommandError(102, 'version 1, 2 or 3');
};

export const clipsGet = ({ values, context, client: caller }: CommandCall): string => {
  const snapshot = context.hyperDeck.snapshot();
  const total = snapshot.timeline.clips.length;
  const version = given(values, 'version', parseVersion) ?? (caller.responseVersion === 1 ? 1 : 3);
  const clipId = given(values, 'clip id', parseWhole);
  const count = given(values, 'count', parseWhole) ?? (clipId === undefined ? total : 1);
  if (total === 0) throw new CommandError(107, 'there is no clip on the timeline');
  if (clipId !== undefined && (clipId < 1 || clipId > total)) throw new CommandError(112, `clip id 1 to ${total}`);
  return toClipsInfo(205, snapshot, { from: (clipId ?? 1) - 1, count, version });
};

export const diskList = ({ values, context, client: caller }: CommandCall): string => {
  checkSlot(values.get('slot id') ?? String(SLOTS.clips));
  return toDiskList(206, context.hyperDeck.snapshot(), context.files.isMissing, caller.responseVersion);
};

export const slotInfo = ({ values, context }: CommandCall): string => {
  const slotId = given(values, 'slot id', parseWhole) ?? SLOTS.clips;
  if (!SLOT_IDS.includes(slotId)) throw new CommandError(102, `slot id ${SLOT_IDS.join(' or ')}`);
  return toSlotInfo(202, slotId, context.hyperDeck.snapshot(), context.machine);
};

/** The entries as clients count them, without those of removed clips. */
export const entriesOf = (snapshot: Snapshot, isMissing: (clip: Clip) => boolean): readonly TimelineEntry[] => {
  const { timeline, device } = snapshot;
  if (device.entries === undefined) return toSourceEntries(snapshot, isMissing);
  const shown = new Set(timeline.clips.map(({ clip }) => clip.id));
  return device.entries.filter(({ clipId }) => shown.has(clipId));
};

const findClip = ({ deck, device }: Snapshot, name: string): Clip => {
  const clips = deck.document.clips.filter(({ kind }) => kind !== 'splash');
  const clip = clips[findByName(clips, name, device.listNames)];
  if (clip === undefined) throw new CommandError(112, `there is no file ${JSON.stringify(name)}`);
  return clip;
};

const PART_FORMS = [
  ['in', 'out'],
  ['frame in', 'frame out'],
] as const;

/** In and out point on the file's own scale, as timecodes or as frames. */
const toPart = (values: Values, clip: Clip, { device }: Snapshot): TimelineEntry['part'] => {
  rejectMixed(values, PART_FORMS);
  const format = formatOf(clip);
  const [inFrame, outFrame] =
    values.has('in') || values.has('out')
      ? fileFramesAt([need(values, 'in'), need(values, 'out')], { clip, format }, device.configuration)
      : values.has('frame in') || values.has('frame out')
        ? [parseWhole(need(values, 'frame in')), parseWhole(need(values, 'frame out'))]
        : [];
  if (inFrame === undefined || outFrame === undefined) return undefined;
  const [inSeconds, outSeconds] = [framesToSeconds(inFrame, format.rate), framesToSeconds(outFrame, format.rate)];
  if (inFrame >= outFrame) throw new CommandError(102, 'in lies before out');
  if (clip.kind === 'video' && inSeconds >= clip.durationSeconds) throw new CommandError(109, 'in lies beyond the end');
  const most = clip.kind === 'video' ? clip.durationSeconds : Number.POSITIVE_INFINITY;
  return { inSeconds, outSeconds: Math.min(outSeconds, most) };
};

export const clipsAdd = ({ values, context }: CommandCall): string => {
  context.hyperDeck.change((snapshot) => {
    const entries = entriesOf(snapshot, context.files.isMissing);
    const clip = findClip(snapshot, need(values, 'name'));
    const part = toPart(values, clip, snapshot);
    const before = given(values, 'clip id', parseWhole) ?? entries.length + 1;
    if (before < 1 || before > entries.length + 1) throw new CommandError(112, `clip id 1 to ${entries.length + 1}`);
    const entry = { clipId: clip.id, ...(part === undefined ? {} : { part }) };
    return { entries: entries.toSpliced(before - 1, 0, entry) };
  });
  return OK;
};

export const clipsRemove = ({ values, context }: CommandCall): string => {
  context.hyperDeck.change((snapshot) => {
    const entries = entriesOf(snapshot, context.files.isMissing);
    const clipId = parseWhole(need(values, 'clip id'));
    if (clipId < 1 || clipId > entries.length) throw new CommandError(112, `clip id 1 to ${entries.length}`);
    return { entries: entries.toSpliced(clipId - 1, 1) };
  });
  return OK;
};

export const clipsClear = ({ context }: CommandCall): string => {
  context.hyperDeck.change(() => ({ entries: [] }));
  return OK;
};

export const clipsRebuild = async ({ context }: CommandCall): Promise<string> => {
  await context.hyperDeck.rebuild();
  return OK;
};

export const slotSelect = async ({ values, context }: CommandCall): Promise<string> => {
  const slot = values.get('slot id');
  if (slot !== undefined) checkSlot(slot);
  const name = slot === undefined ? need(values, 'video format') : values.get('video format');
  if (name === undefined) {
    await context.hyperDeck.rebuild();
    return OK;
  }
  const format = findVideoFormat(name);
  if (format === undefined) throw new CommandError(102, `${JSON.stringify(name)} is not a video format`);
  context.hyperDeck.change((snapshot) => {
    const { clips } = snapshot.deck.document;
    const ofFormat = new Set(clips.filter((clip) => formatOf(clip) === format).map(({ id }) => id));
    const all = toSourceEntries(snapshot, context.files.isMissing);
    return { entries: all.filter(({ clipId }) => ofFormat.has(clipId)) };
  });
  return OK;
};

export const slotUnblock = ({ values }: CommandCall): string => {
  checkSlot(values.get('slot id') ?? String(SLOTS.clips));
  return OK;
};
