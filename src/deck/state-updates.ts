// Applies outside changes to the state: an edited list and what mpv does by itself.

import { type Section, SPLASH_ID, toSection, toSectionPosition } from './clips/clip.ts';
import type { DeckDocument } from './clips/clip-list.ts';
import { followEdit, isOfList } from './lists/show.ts';
import { applyAutoFollow, isAutoFollow } from './playback/auto-follow.ts';
import {
  adoptClips,
  atPlayerSeconds,
  currentPart,
  nextSegmentIndex,
  type SequencePosition,
} from './playback/sequence.ts';
import type { ClipStore, PlayerView } from './ports.ts';
import { type DeckState, isOnSplash, selectedClip } from './state.ts';
import { cue, endShuttle, stop } from './transport.ts';

/** Adopts what is on disk by now: the list, and the files that may become clips. */
export const applyStore = (state: DeckState, store: Pick<ClipStore, 'document' | 'examining'>): DeckState => ({
  ...applyDocument(state, store.document()),
  examining: store.examining(),
});

/** Applies an edited list: the selection follows its clip, and the position stays inside the section. */
const applyDocument = (state: DeckState, document: DeckDocument): DeckState => {
  const place = applyDocumentToSequence(state, document);
  const show = followEdit(state.show, state.show.lists, state.document.clips, document.clips);
  const next = { ...state, document, place, show };
  const clip = document.clips.find(({ id }) => id === state.selectedId);
  if (clip === undefined)
    return cue({ ...next, selectedId: SPLASH_ID }, selectedClip({ ...next, selectedId: SPLASH_ID }));
  const before = selectedClip(state);
  const isTrimmed = before.inSeconds !== clip.inSeconds || before.outSeconds !== clip.outSeconds;
  return isTrimmed && !isOnSplash(next) ? keepInside(next, toSection(selectedClip(next))) : next;
};

const applyDocumentToSequence = (state: DeckState, { clips }: DeckDocument): SequencePosition | undefined => {
  const { place, selectedId } = state;
  const playing = state.transport === 'playing';
  if (place === undefined || isAutoFollow(place)) {
    return isOnSplash(state) || isOfList(state) ? undefined : applyAutoFollow(place, selectedId, clips, playing);
  }
  return adoptClips(place, state.document.clips, clips, playing);
};

const keepInside = (state: DeckState, section: Section): DeckState => {
  if (state.transport === 'stopped') return stop(state);
  if (state.positionSeconds < section.inSeconds) return { ...state, targetSeconds: section.inSeconds };
  if (state.positionSeconds >= section.outSeconds) {
    const targetSeconds = section.loop ? section.inSeconds : toSectionPosition(section, section.outSeconds);
    return { ...state, targetSeconds };
  }
  // The former end may now lie inside the section; mpv leaves its end only by a seek.
  if (state.transport === 'ended') return { ...state, transport: 'paused', targetSeconds: state.positionSeconds };
  return state;
};

/** Applies what mpv reports: its position, the end of the clip, and a pause from outside. */
export const applyPlayerView = (state: DeckState, view: PlayerView): DeckState => {
  if (!view.running) return state.playerRunning ? { ...state, playerRunning: false } : state;
  const next = { ...state, playerRunning: true };
  if (isOnSplash(state) || view.cue === undefined || view.cue.picture.kind === 'screen') return next;
  const here = { ...next, ...applyPosition(state, Math.min(view.positionSeconds, view.cue.section.outSeconds)) };
  // The deck starts the next segment; until then the sequence counts as playing.
  if (view.ended && state.place !== undefined && nextSegmentIndex(state.place) !== undefined) return here;
  if (view.ended && state.transport !== 'stopped')
    return { ...(state.stepSpeed === undefined ? endShuttle(here) : here), transport: 'ended' };
  if (view.paused && state.transport === 'playing') return { ...here, transport: 'paused' };
  if (!view.paused && !view.ended && state.transport !== 'playing') return { ...here, transport: 'playing' };
  return here;
};

const applyPosition = (state: DeckState, playerSeconds: number) => {
  if (state.place === undefined) return { positionSeconds: playerSeconds };
  const { place, fileSeconds } = atPlayerSeconds(state.place, playerSeconds);
  return { place, selectedId: currentPart(place)?.clip.id ?? state.selectedId, positionSeconds: fileSeconds };
};
