// The deck as the answers of /api/v1 show it.
import { toIsoTime } from '../../base/clock.ts';
import { type Clip, type FoundFile, type MediaInfo, NEW_CLIP, SPLASH_ID } from '../../deck/clips/clip.ts';
import { toClipFields } from '../../deck/clips/clip-patch.ts';
import { toClipTrouble } from '../../deck/clips/damage.ts';
import type { Loudness } from '../../deck/clips/loudness.ts';
import type { Playability } from '../../deck/clips/playability.ts';
import {
  listRemainingSeconds,
  shownItemId,
  shownNext,
  shownStandby,
  shownWait,
  waitRemainingSeconds,
} from '../../deck/lists/read-outs.ts';
import type { Overlay } from '../../deck/overlay/overlay.ts';
import { loops, outSeconds, shownSpeed, transportState } from '../../deck/read-outs.ts';
import { type DeckState, selectedIndex, timecodeSeconds } from '../../deck/state.ts';
import type { ValueOf } from '../../schema/schema.ts';
import type { ClipV1, MediaV1, PAGE_SETTINGS, POSITION, TransportV1 } from './schemas.ts';

/** The clock offset of the file is internal. */
const toMedia = ({
  clockStartSeconds: _start,
  clockStepSeconds: _step,
  pictureOffsetSeconds: _offset,
  ...media
}: MediaInfo): MediaV1 => media;

/** What is known of a clip besides the list. */
export interface ClipFacts {
  /** Whether its file was missing at the last check. */
  readonly isMissing: (clip: Clip) => boolean;
  readonly playabilityOf: (clip: Clip) => Playability | undefined;
  readonly loudnessOf: (clip: Clip) => Loudness | undefined;
}

export const toClip = (clip: Clip, index: number, state: DeckState, facts: ClipFacts): ClipV1 => {
  const { id, kind, file, durationSeconds, media } = clip;
  const { name, ...settings } = toClipFields(clip);
  const isGone = !state.clipFaults.has(id) && facts.isMissing(clip);
  const trouble = isGone ? `The file ${file} is gone from the disk.` : toClipTrouble(state, id);
  const damaged = state.damaged.get(id);
  const playability = facts.playabilityOf(clip);
  const loudness = facts.loudnessOf(clip);
  return {
    id,
    number: index,
    kind,
    name,
    file,
    durationSeconds,
    ...settings,
    ...(media !== undefined && { media: toMedia(media) }),
    ...(trouble !== undefined && { trouble }),
    ...(damaged !== undefined && { damaged }),
    ...(playability !== undefined && { playability }),
    ...(loudness !== undefined && { loudness }),
  };
};

/** The list, followed by the files that may become clips. */
export const toClips = (state: DeckState, facts: ClipFacts): readonly ClipV1[] => {
  const { document, examining } = state;
  return [
    ...document.clips.map((clip, index) => toClip(clip, index, state, facts)),
    ...examining.map((found, index) => toExamined(found, document.clips.length + index)),
  ];
};

/** Only its name is known. */
const toExamined = ({ id, file }: FoundFile, number: number): ClipV1 => {
  const { name, ...settings } = toClipFields({ ...NEW_CLIP, name: file, inSeconds: 0, outSeconds: 0 });
  return { id, number, kind: 'video', name, file, durationSeconds: 0, ...settings, examining: true };
};

const toOverlay = ({ untilSeconds, ...overlay }: Overlay): TransportV1['overlay'] => ({
  ...overlay,
  ...(untilSeconds !== undefined && { until: toIsoTime(untilSeconds) }),
});

export const toTransport = (state: DeckState): TransportV1 => ({
  clipId: state.selectedId,
  number: selectedIndex(state),
  state: transportState(state),
  positionSeconds: timecodeSeconds(state),
  outSeconds: state.selectedId === SPLASH_ID ? 0 : outSeconds(state),
  speed: shownSpeed(state),
  loops: loops(state),
  playerRunning: state.playerRunning,
  standby: shownStandby(state),
  listId: state.show.listId ?? null,
  itemId: shownItemId(state),
  next: shownNext(state),
  waiting: shownWait(state),
  listRemainingSeconds: listRemainingSeconds(state),
  fade: { to: state.fade.to, level: state.fadeLevel },
  ...state.master,
  overlay: toOverlay(state.overlay),
  ...(state.fault !== undefined && { fault: state.fault }),
  ...(state.losses !== undefined && { losses: state.losses }),
});

export const toPageSettings = ({ document }: DeckState): ValueOf<typeof PAGE_SETTINGS> => ({
  safeLock: document.settings.safeLock,
});

export const toPosition = (state: DeckState): ValueOf<typeof POSITION> => ({
  clipId: state.selectedId,
  positionSeconds: timecodeSeconds(state),
  waitRemainingSeconds: waitRemainingSeconds(state),
  fadeLevel: state.fadeLevel,
});
