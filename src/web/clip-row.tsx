// A clip in the Library: its place, its facts, and what is wrong with it.
import { moveClipBy, removeClip } from './actions.ts';
import type { Clip } from './api.ts';
import { Icon } from './icon.tsx';
import { pictures } from './live.ts';
import { memo } from './memo.ts';
import { useStore } from './store.ts';
import { Poster } from './tile.tsx';
import { toLength } from './words.ts';

const toFacts = ({ media, kind, durationSeconds }: Clip): string => {
  const rate = media?.frameRate;
  return [
    kind === 'still' ? 'Still' : toLength(durationSeconds),
    media && `${media.width}×${media.height}${media.interlaced ? 'i' : ''}`,
    rate && `${Math.round((rate.numerator / rate.denominator) * 100) / 100} fps`,
    media?.videoCodec,
    media?.audioCodec,
  ]
    .filter(Boolean)
    .join(' · ');
};

export const ClipRow = memo(({ clip }: { readonly clip: Clip }) => {
  const trouble = useStore(pictures, (all) => all[clip.id]?.trouble);
  const wrong = clip.trouble ?? trouble;
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    moveClipBy(clip, by);
  };
  return (
    <li class="clip-row" data-id={clip.id}>
      <button
        type="button"
        class="handle"
        aria-label={`${clip.number} ${clip.name}: drag to move, or press up and down`}
        title="Drag to reorder, or press ↑ ↓"
        onKeyDown={onKeyDown}
      >
        <Icon name="grip" />
        <span class="number">{clip.number}</span>
      </button>
      <Poster clip={clip} />
      <div class="about">
        <span class="name">{clip.name}</span>
        <span class="facts">
          {clip.file !== clip.name && <span class="file">{clip.file} · </span>}
          {toFacts(clip)}
        </span>
        {wrong !== undefined && <span class="wrong">{wrong}</span>}
      </div>
      <a class="button" href={`#trim/${clip.id}`}>
        Trim<span class="sr"> {clip.name}</span>
      </a>
      <button
        type="button"
        class="danger-quiet"
        aria-label={`Delete ${clip.name}`}
        onClick={() => void removeClip(clip)}
      >
        Delete
      </button>
    </li>
  );
});
