// The deck in the words of MQTT: the status, the clip list and the position, as a player publishes them.
import { toIsoTime } from '../../base/clock.ts';
import { indexOfClip } from '../../deck/clips/clip-list.ts';
import { toClipFields } from '../../deck/clips/clip-patch.ts';
import { toClipTrouble } from '../../deck/clips/damage.ts';
import type { ClipPlayability } from '../../deck/clips/playability.ts';
import { shownWait, waitRemainingSeconds } from '../../deck/lists/read-outs.ts';
import type { Machine, WallClock } from '../../deck/ports.ts';
import { loops, remainingSeconds, shownSpeed, transportState } from '../../deck/read-outs.ts';
import { type DeckState, isPlaying, selectedClip, selectedIndex, timecodeSeconds } from '../../deck/state.ts';
import { toClipLabels } from '../clip-labels.ts';

const MICRO = 1e6;
/** Rounds to microseconds. */
export const toMicroseconds = (seconds: number): number => Math.round(seconds * MICRO) / MICRO;

export const toClockJson = (wall: WallClock) => {
  const reading = wall.reading();
  if (reading === undefined) return { source: 'none' };
  const { source, offsetSeconds, uncertaintySeconds } = reading;
  return {
    source,
    offsetSeconds: toMicroseconds(offsetSeconds),
    uncertaintySeconds: toMicroseconds(uncertaintySeconds),
  };
};

/** Without the remaining time, which is told with the position. */
const toWaitingJson = (state: DeckState) => {
  const wait = shownWait(state);
  if (wait === null) return null;
  const { kind, itemId, clipId } = wait;
  const { clips } = state.document;
  return { kind, itemId, clipId, clip: toClipLabels(clips)[indexOfClip(clips, clipId)] ?? null };
};

/** Fields that do not change by themselves while a clip plays. */
export const toTransportJson = (state: DeckState) => {
  const clip = selectedClip(state);
  return {
    clipId: clip.id,
    clip: toClipLabels(state.document.clips)[selectedIndex(state)] ?? clip.name,
    number: selectedIndex(state),
    state: transportState(state),
    playing: isPlaying(state),
    inSeconds: clip.inSeconds,
    outSeconds: clip.outSeconds,
    ...state.master,
    fadedTo: state.fade.to,
    speed: shownSpeed(state),
    loops: loops(state),
    playerRunning: state.playerRunning,
    showSplash: state.document.settings.showSplash,
    fault: state.fault?.message ?? null,
    framesDropped: state.losses?.framesDropped ?? 0,
    framesLate: state.losses?.framesLate ?? 0,
    bottleneck: state.losses?.bottleneck ?? null,
    waiting: toWaitingJson(state),
    armedAt: state.armedAt === undefined ? null : toIsoTime(state.armedAt),
  };
};

export const toDeviceJson = (machine: Machine) => ({
  name: machine.hostName(),
  deviceId: machine.deviceId,
  interfaces: machine.interfaces(),
  version: machine.version,
  latestVersion: machine.latestVersion(),
  clipsFreeBytes: machine.clipsPartition().freeBytes,
  clipsSizeBytes: machine.clipsPartition().sizeBytes,
});

/** @param playability undefined: nobody judges the clips */
export const toClipsJson = (state: DeckState, playability?: Pick<ClipPlayability, 'of'>) => {
  const { clips } = state.document;
  const labels = toClipLabels(clips);
  return clips.map((clip, index) => {
    const { name, ...settings } = toClipFields(clip);
    return {
      id: clip.id,
      number: index,
      clip: labels[index],
      name,
      kind: clip.kind,
      file: clip.file,
      durationSeconds: clip.durationSeconds,
      ...settings,
      trouble: toClipTrouble(state, clip.id) ?? null,
      playability: playability?.of(clip)?.verdict ?? null,
    };
  });
};

export const toPositionJson = (state: DeckState) => ({
  clipId: selectedClip(state).id,
  positionSeconds: timecodeSeconds(state),
  remainingSeconds: remainingSeconds(state),
  waitRemainingSeconds: waitRemainingSeconds(state),
});
