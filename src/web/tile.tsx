// A clip as a tile: poster, name, length, what it does at its end, and what is wrong with it.

import { tap } from './actions.ts';
import { type Clip, toUrl } from './api.ts';
import { pictures, transport } from './live.ts';
import { memo } from './memo.ts';
import { useStore } from './store.ts';
import { END_ACTIONS, toLength } from './words.ts';

const MARKS = { hold: '', splash: '⏏', next: '⏭', loop: '⟳', back: '↩' } as const;

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
          {clip.endAction !== 'hold' && (
            <span class="mark" role="img" title={END_ACTIONS[clip.endAction]} aria-label={END_ACTIONS[clip.endAction]}>
              {MARKS[clip.endAction]}
            </span>
          )}
          {clip.muted && (
            <svg class="mark muted" viewBox="0 0 24 24" role="img" aria-label="Muted">
              <path d="M4 9h4l5-4v14l-5-4H4zm12 0l5 6m0-6l-5 6" />
            </svg>
          )}
          {toLength(clip.outSeconds - clip.inSeconds)}
        </span>
      </span>
      {wrong !== undefined && <span class="wrong">{wrong}</span>}
    </button>
  );
});
