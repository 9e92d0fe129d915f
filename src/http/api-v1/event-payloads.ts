// Event payloads of /api/v1.
import type { ClipConversions } from '../../deck/clip-conversions.ts';
import type { Clip } from '../../deck/clips/clip.ts';
import type { ClipLoudness } from '../../deck/clips/loudness.ts';
import type { ClipPlayability } from '../../deck/clips/playability.ts';
import type { Deck } from '../../deck/deck.ts';
import type { ClipFiles } from '../../deck/ports.ts';
import { isPlayingOrWaiting } from '../../deck/position-ticker.ts';
import type { DeckState } from '../../deck/state.ts';
import { type Frame, toFrame } from '../../net/event-stream.ts';
import type { FeedFormat } from '../events/event-feed.ts';
import { toClips, toPageSettings, toPosition, toTransport } from './deck-answers.ts';
import { toListIndex } from './list-schemas.ts';
import type { ClipThumbnails } from './operation.ts';

export const toApiFeedFormat = (deps: {
  readonly deck: Deck;
  readonly store: Pick<ClipFiles, 'isMissing'>;
  readonly pictures: ClipThumbnails;
  readonly playability: ClipPlayability;
  readonly loudness: ClipLoudness;
  readonly conversions: Pick<ClipConversions, 'of'>;
}): FeedFormat => {
  const { deck, store, pictures, playability, loudness, conversions } = deps;
  let known:
    | {
        readonly clips: readonly Clip[];
        readonly examining: unknown;
        readonly troubles: unknown;
        readonly damaged: unknown;
        readonly text: Buffer;
      }
    | undefined;
  return {
    statusEvent: 'transport',
    clips: (state) => {
      const { clipFaults: troubles, damaged, document, examining } = state;
      const isSame = known?.clips === document.clips && known.troubles === troubles && known.damaged === damaged;
      if (known === undefined || !isSame || known.examining !== examining) {
        const text = toClipsText(state, store.isMissing);
        known = { clips: document.clips, examining, troubles, damaged, text };
      }
      return known.text;
    },
    status: (state) => {
      const { positionSeconds, listRemainingSeconds, waiting, ...still } = toTransport(state);
      const stable = { ...still, waiting: waiting && { ...waiting, remainingSeconds: 0 } };
      return { stable, volatile: { positionSeconds, listRemainingSeconds, waiting } };
    },
    position: toPosition,
    isMoving: isPlayingOrWaiting,
    more: () => {
      const state = deck.state();
      const { clips } = state.document;
      return [
        toSettingsFrame(state),
        toPicturesFrame(clips, pictures),
        toPlayabilityFrame(clips, playability),
        toLoudnessFrame(clips, loudness),
        toConversionsFrame(clips, conversions),
        toListsFrame(state),
      ];
    },
  };
};

/** The list of the channel is without playability and loudness, which have their own events: they change clip by clip. */
const toClipsText = (state: DeckState, isMissing: (clip: Clip) => boolean): Buffer =>
  Buffer.from(
    JSON.stringify(toClips(state, { isMissing, playabilityOf: () => undefined, loudnessOf: () => undefined })),
  );

export const toPicturesFrame = (clips: readonly Clip[], pictures: ClipThumbnails): Frame =>
  toFrame('pictures', JSON.stringify(Object.fromEntries(clips.map((clip) => [clip.id, pictures.of(clip)]))));

const toFactsFrame = <Facts>(
  event: string,
  clips: readonly Clip[],
  facts: { of(clip: Clip): Facts | undefined },
): Frame => {
  const known = clips.flatMap((clip) => {
    const found = facts.of(clip);
    return found === undefined ? [] : [[clip.id, found] as const];
  });
  return toFrame(event, JSON.stringify(Object.fromEntries(known)));
};

export const toPlayabilityFrame = (clips: readonly Clip[], playability: ClipPlayability): Frame =>
  toFactsFrame('playability', clips, playability);

export const toLoudnessFrame = (clips: readonly Clip[], loudness: ClipLoudness): Frame =>
  toFactsFrame('loudness', clips, loudness);

/** All conversions; a clip without one is not in it. */
export const toConversionsFrame = (clips: readonly Clip[], conversions: Pick<ClipConversions, 'of'>): Frame =>
  toFrame('conversions', JSON.stringify(Object.fromEntries(clips.map(({ id }) => [id, conversions.of(id)]))));

export const toSettingsFrame = (state: DeckState): Frame => toFrame('settings', JSON.stringify(toPageSettings(state)));

export const toListsFrame = ({ show }: DeckState): Frame => toFrame('lists', JSON.stringify(toListIndex(show.lists)));
