// Derives mpv's desired state from the deck state.
import {
  type Clip,
  type Coding,
  FULL_SOUND,
  isIndexed,
  repeatRate,
  toSection,
  toSectionPosition,
} from '../clips/clip.ts';
import type { ClipFiles, Cue, Media } from '../ports.ts';
import { type DeckState, isOnSplash, selectedClip } from '../state.ts';
import { type ClipFade, toClipFades } from './clip-fades.ts';
import type { DesiredState } from './plan.ts';
import { currentPart, toPartTimes, toPlayerSeconds, toSequenceSection } from './sequence.ts';

export interface OutputContext {
  /** Absolute path of a clip's file. */
  readonly pathOf: (clip: Clip) => string;
  readonly blackPath: string;
  /** Text over the splash screen. */
  readonly splashLines: readonly string[];
  /** Text over any picture; it takes precedence over the text of the splash screen. */
  readonly overlay: readonly string[];
}

/** The initial context, without an overlay. */
export const toOutputContext = (files: Pick<ClipFiles, 'pathOf'>, blackPath: string): OutputContext => ({
  pathOf: (clip) => files.pathOf(clip),
  blackPath,
  splashLines: [],
  overlay: [],
});

export const toDesiredState = (state: DeckState, context: OutputContext): DesiredState => {
  const cue = toCue(state, context);
  const { place } = state;
  const toPlayer = (seconds: number): number => (place === undefined ? seconds : toPlayerSeconds(place, seconds));
  return {
    cue,
    playing: state.transport === 'playing',
    targetSeconds: state.targetSeconds === undefined ? undefined : toPlayer(state.targetSeconds),
    resumeSeconds: toSectionPosition(cue.section, toPlayer(state.positionSeconds)),
    speed: state.speed * state.paceFactor,
    overlay: toOverlay(state, context),
    output: state.document.settings.output,
  };
};

const toCue = (state: DeckState, { pathOf, blackPath }: OutputContext): Cue => {
  const { place } = state;
  if (place === undefined) {
    const clip = selectedClip(state);
    const picture = toPicture(state, clip, { pathOf, blackPath });
    return { picture, section: toSection(clip), sound: clip.sound, ...toFades(picture, toClipFades(clip, clip)) };
  }
  const section = toSequenceSection(place);
  const part = currentPart(place);
  const sound = part?.clip.sound ?? FULL_SOUND;
  if (state.transport === 'ended' && place.run.atEnd === 'black') {
    return { picture: toScreen(blackPath), section, sound };
  }
  if (part !== undefined && place.segment.parts.length === 1) {
    const picture = toPicture(state, part.clip, { pathOf, blackPath });
    return { picture, section, sound, ...toFades(picture, toClipFades(part.clip, part.item)) };
  }
  const parts = place.segment.parts.map(({ clip, item: { inSeconds, outSeconds } }) => ({
    path: pathOf(clip),
    inSeconds,
    outSeconds,
    ...toClockStart(clip),
    ...toCoding(clip),
  }));
  const picture = { kind: 'reel', parts } as const;
  const fades = place.segment.parts.flatMap((each) => {
    const times = toPartTimes(each);
    return toClipFades(each.clip, times, times.within);
  });
  return { picture, section, sound, ...toFades(picture, fades) };
};

/** The splash screen and black have no time to fade by. */
const toFades = ({ kind }: Media, fades: readonly ClipFade[]): { readonly fades?: readonly ClipFade[] } =>
  kind === 'screen' || fades.length === 0 ? {} : { fades };

const toClockStart = ({ media }: Clip): { readonly clockStartSeconds?: number } =>
  media?.clockStartSeconds === undefined ? {} : { clockStartSeconds: media.clockStartSeconds };

const toCoding = ({ media }: Clip): { readonly coding?: Coding } => {
  if (media === undefined) return {};
  const { videoCodec, profile, pixelFormat, width, height, frameRate, interlaced } = media;
  return {
    coding: {
      ...{ videoCodec, width, height, interlaced },
      ...(profile !== undefined && { profile }),
      ...(pixelFormat !== undefined && { pixelFormat }),
      ...(frameRate !== undefined && { frameRate }),
    },
  };
};

const toScreen = (path: string): Media => ({ kind: 'screen', path });

/** What the player shows of a clip by itself. */
export const toClipPicture = (clip: Clip, path: string): Media => {
  const repeatedAt = repeatRate(clip);
  return {
    kind: clip.kind === 'still' ? 'still' : 'video',
    path,
    ...(isIndexed(clip) ? {} : { unindexed: true }),
    ...(clip.media?.hdr !== undefined && { hdr: true }),
    ...toCoding(clip),
    ...(clip.media?.container === 'mp4' && toClockStart(clip)),
    ...(clip.media?.clockStepSeconds !== undefined && { clockStepSeconds: clip.media.clockStepSeconds }),
    ...(repeatedAt !== undefined && { repeatedAt }),
  };
};

const toPicture = (
  state: DeckState,
  clip: Clip,
  { pathOf, blackPath }: Pick<OutputContext, 'pathOf' | 'blackPath'>,
): Media => {
  if (clip.kind !== 'splash') return toClipPicture(clip, pathOf(clip));
  return toScreen(state.screen === 'splash' ? pathOf(clip) : blackPath);
};

const toOverlay = (state: DeckState, { overlay: mark, splashLines }: OutputContext): readonly string[] => {
  if (mark.length > 0) return mark;
  return isOnSplash(state) && state.screen === 'splash' ? splashLines : [];
};
