// The resume point: enough of the deck state to continue after a restart.
import { AppError } from '../base/errors.ts';
import * as schema from '../schema/schema.ts';
import { SPLASH_ID } from './clips/clip.ts';
import { SOUND } from './clips/clip-shape.ts';
import { atShowPlace, SHOW_PLACE, toShowPlace } from './lists/show-place.ts';
import { FADE_TARGETS } from './master/levels.ts';
import { MAX_OVERLAY_TEXT, OVERLAY_KINDS } from './overlay/overlay.ts';
import { isAutoFollow } from './playback/auto-follow.ts';
import { type Sequence, toSequencePosition } from './playback/sequence.ts';
import type { DeckState } from './state.ts';
import { cue, startSequence } from './transport.ts';

const YES = schema.mapped(schema.anyValue, (value) => value === true);

const RUN: schema.Schema<Sequence> = schema.object({
  items: schema.entries(
    schema.object({ clipId: schema.anyText, inSeconds: schema.anyNumber, outSeconds: schema.anyNumber }),
    'an item',
  ),
  singleClip: YES,
  loop: YES,
  atEnd: schema.oneOf('hold', 'next-frame', 'black', 'clip'),
});

const OVERLAY = schema.object(
  { kind: schema.oneOf(...OVERLAY_KINDS) },
  { text: schema.text(MAX_OVERLAY_TEXT), untilSeconds: schema.anyNumber },
);

const RESUME_POINT = schema.object(
  {
    clipId: schema.anyText,
    screen: schema.oneOf('splash', 'black'),
    transport: schema.oneOf('stopped', 'playing', 'paused', 'ended'),
    /** In the file. */
    positionSeconds: schema.anyNumber,
    /** Factor, 1 is normal. */
    speed: schema.anyNumber,
  },
  {
    /** The composed sequence that plays; absent for a clip and its auto-follow. */
    run: RUN,
    index: schema.anyNumber,
    /** Where the lists stand. */
    show: SHOW_PLACE,
    /** Absent: to the picture. */
    fadedTo: schema.oneOf(...FADE_TARGETS),
    /** The master's; the settings may be a second behind. */
    sound: SOUND,
    /** Absent: none. */
    overlay: OVERLAY,
  },
);
export type ResumePoint = schema.ValueOf<typeof RESUME_POINT>;

const CHECKED = schema.checked(RESUME_POINT, ({ run, index }) =>
  run !== undefined && index === undefined ? 'index is not a number' : undefined,
);
const MODE = schema.recordMode(
  (mismatch) =>
    new AppError(
      'invalid-value',
      `a field of the whereabouts is not what it should be: ${schema.toComplaint(mismatch)}`,
    ),
);

/** @throws AppError `invalid-value` */
export const parseResumePoint = (value: unknown): ResumePoint => CHECKED.parse(value, 'it', MODE);

export const toResumePoint = (state: DeckState): ResumePoint => {
  const { place, selectedId, screen, transport, targetSeconds, positionSeconds, lastingSpeed: speed } = state;
  const show = toShowPlace(state);
  const here = {
    ...{ clipId: selectedId, screen, transport, positionSeconds: targetSeconds ?? positionSeconds, speed },
    sound: state.master,
    ...(show !== undefined && { show }),
    ...(state.fade.to === 'black' && { fadedTo: state.fade.to }),
    ...(state.overlay.kind !== 'none' && { overlay: state.overlay }),
  };
  return place === undefined || isAutoFollow(place) ? here : { ...here, run: place.run, index: place.index };
};

/** @returns undefined when the clip is not in the list any more */
export const resumeAt = (state: DeckState, was: ResumePoint): DeckState | undefined => {
  const show = atShowPlace(state.show, was.show, undefined);
  if (was.clipId === SPLASH_ID) return { ...state, screen: was.screen, show };
  const { clips } = state.document;
  const clip = clips.find(({ id }) => id === was.clipId);
  if (clip === undefined) return undefined;
  // Outside the section, because the list was edited meanwhile: starts at the in point.
  const isInside = was.positionSeconds >= clip.inSeconds && was.positionSeconds <= clip.outSeconds;
  const seconds = isInside ? was.positionSeconds : clip.inSeconds;
  const { transport, speed } = was;
  if (was.run !== undefined && was.index !== undefined) {
    const place = toSequencePosition(was.run, was.index, clips);
    if (place === undefined) return undefined;
    const playing = transport === 'playing';
    return { ...startSequence(state, { place, seconds: was.positionSeconds, playing, speed }), transport, show };
  }
  const cued = cue(state, clip);
  return {
    ...cued,
    place: was.show?.on === undefined ? cued.place : undefined,
    show: atShowPlace(state.show, was.show, cued.cues),
    transport,
    targetSeconds: seconds,
    positionSeconds: seconds,
    speed,
    lastingSpeed: speed,
  };
};
