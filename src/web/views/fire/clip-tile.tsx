// A clip as a tile: poster, name, length, what it does at its end, and what is wrong with it.

import { tap } from '../../actions/actions.ts';
import { type Clip, type Transport, toUrl } from '../../client/api.ts';
import { pictures, playability, transport } from '../../client/event-stream.ts';
import { useStore } from '../../client/store.ts';
import { Icon } from '../../components/icon.tsx';
import { memo } from '../../components/memo.ts';
import { END_ACTIONS, toLength } from '../../format/format.ts';
import { isWorrying, toVerdictText } from '../../format/playability.ts';
import { toStateWord, toTally } from '../../format/tally.ts';

/** State of the clip on the output; undefined when it is not there. */
const toStateOf =
  (clip: Clip) =>
  ({ clipId, state }: Transport): Transport['state'] | undefined =>
    clipId === clip.id ? state : undefined;

/** Effect of a press on the clip that is on the output. */
const PRESSES = {
  playing: 'It is on air; a press changes nothing.',
  stopped: 'A press plays it.',
  paused: 'A press cues it again at its start.',
  ended: 'A press cues it again at its start.',
} as const;

/** Style classes by state. */
const STYLES = { playing: 'on-air', stopped: 'cued', paused: 'paused', ended: 'ended' } as const;

export const Poster = ({ clip }: { readonly clip: Clip }) => {
  const picture = useStore(pictures, (all) => all[clip.id]);
  const version = picture?.thumbnail;
  if (version === undefined)
    return <span class="poster none">{picture?.trouble === undefined ? '' : 'No picture'}</span>;
  return (
    <img
      class="poster"
      src={`${toUrl('/clips/{id}/thumbnail', { id: clip.id })}?v=${version}`}
      alt=""
      loading="lazy"
      decoding="async"
    />
  );
};

export const ClipTile = memo(({ clip }: { readonly clip: Clip }) => {
  const state = useStore(transport, toStateOf(clip));
  const trouble = useStore(pictures, (all) => all[clip.id]?.trouble) ?? undefined;
  const wrong = clip.trouble ?? trouble;
  const verdict = useStore(playability, (all) => all[clip.id]);
  return (
    <button
      type="button"
      class="tile"
      data-state={state && STYLES[state]}
      data-tally={state && toTally({ clipId: clip.id, state })}
      aria-description={state === undefined ? 'A press cues it.' : PRESSES[state]}
      data-wrong={wrong === undefined ? undefined : ''}
      onClick={(event) => {
        // Returns the keys to the Fire view after a click.
        if (event.detail > 0) event.currentTarget.blur();
        void tap(clip);
      }}
    >
      <Poster clip={clip} />
      <span class="number">{clip.number}</span>
      {state && (
        <span class="badge">
          {toStateWord(state)}
          {state !== 'playing' && <span class="sr">, on the output</span>}
        </span>
      )}
      <span class="labels">
        <span class="name">{clip.name}</span>
        <span class="facts">
          {clip.endAction !== 'hold' && <Icon name={clip.endAction} label={END_ACTIONS[clip.endAction]} />}
          {clip.muted && <Icon name="muted" label="Muted" />}
          {toLength(clip.outSeconds - clip.inSeconds)}
        </span>
      </span>
      {isWorrying(verdict) && (
        <span class="verdict" data-verdict={verdict.verdict}>
          {toVerdictText(verdict)}
        </span>
      )}
      {wrong !== undefined && <span class="wrong">{wrong}</span>}
    </button>
  );
});
