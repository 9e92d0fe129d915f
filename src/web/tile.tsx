// A clip as a tile: poster, name, length, what it does at its end, and what is wrong with it.

import { tap } from './actions.ts';
import { type Clip, toUrl } from './api.ts';
import { Icon } from './icon.tsx';
import { pictures, transport } from './live.ts';
import { memo } from './memo.ts';
import { useStore } from './store.ts';
import { END_ACTIONS, toLength } from './words.ts';

/** `on-air`, `cued`, or nothing. */
const toState =
  (clip: Clip) =>
  (value: ReturnType<typeof transport.get>): string => {
    if (value.clipId !== clip.id) return '';
    return value.state === 'playing' ? 'on-air' : value.state === 'stopped' ? 'cued' : value.state;
  };

const STATE_WORDS: Readonly<Record<string, string>> = {
  'on-air': 'On air',
  cued: 'Cued',
  paused: 'Paused',
  ended: 'Ended',
};

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

export const Tile = memo(({ clip }: { readonly clip: Clip }) => {
  const state = useStore(transport, toState(clip));
  const trouble = useStore(pictures, (all) => all[clip.id]?.trouble) ?? undefined;
  const wrong = clip.trouble ?? trouble;
  return (
    <button
      type="button"
      class="tile"
      data-state={state}
      data-wrong={wrong === undefined ? undefined : ''}
      onClick={(event) => {
        // The keys are the Fire view's own again once the mouse has done its work.
        if (event.detail > 0) event.currentTarget.blur();
        void tap(clip);
      }}
    >
      <Poster clip={clip} />
      <span class="number">{clip.number}</span>
      {state !== '' && <span class="badge">{STATE_WORDS[state]}</span>}
      <span class="caption">
        <span class="name">{clip.name}</span>
        <span class="facts">
          {clip.endAction !== 'hold' && <Icon name={clip.endAction} label={END_ACTIONS[clip.endAction]} />}
          {clip.muted && <Icon name="muted" label="Muted" />}
          {toLength(clip.outSeconds - clip.inSeconds)}
        </span>
      </span>
      {wrong !== undefined && <span class="wrong">{wrong}</span>}
    </button>
  );
});
