// A clip in the Library: its place, its facts, and what is wrong with it.
import { moveClip, moveClipBy, removeClip } from '../../actions/actions.ts';
import type { Clip } from '../../client/api.ts';
import { clips, pictures, playability, transport } from '../../client/event-stream.ts';
import { useStore } from '../../client/store.ts';
import { focusAfter } from '../../components/focus.ts';
import { Icon } from '../../components/icon.tsx';
import { memo } from '../../components/memo.ts';
import { type Place, toListPlace } from '../../components/windowed.tsx';
import { toLength } from '../../format/format.ts';
import { toAdviceText, toVerdictText } from '../../format/playability.ts';
import { toStateText, toTally } from '../../format/tally.ts';
import { Poster } from '../fire/clip-tile.tsx';
import { ConversionText, ConvertButton } from './conversion.tsx';
import { askWhereTo } from './move-dialog.tsx';
import { hasJustDragged } from './reorder.ts';

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

/** Moves the focus to the row that follows the deleted one. */
const removeFromList = async (clip: Clip, button: HTMLElement): Promise<void> => {
  const row = button.closest('.clip-row');
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  const id = next instanceof HTMLElement ? next.dataset.id : undefined;
  if (!(await removeClip(clip))) return;
  focusAfter(
    button,
    () =>
      document.querySelector<HTMLElement>(`.clip-row[data-id="${id}"] .danger-quiet`) ??
      document.querySelector<HTMLElement>('.search input'),
  );
};

export const ClipRow = memo(({ clip, at, of }: { readonly clip: Clip } & Place) => {
  const trouble = useStore(pictures, (all) => all[clip.id]?.trouble);
  const wrong = clip.trouble ?? trouble;
  const verdict = useStore(playability, (all) => all[clip.id]);
  const state = useStore(transport, (value) => (value.clipId === clip.id ? value.state : undefined));
  const tally = state && toTally({ clipId: clip.id, state });
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const to = { Home: 1, End: clips.get().length - 1 }[event.key];
    if (by === undefined && to === undefined) return;
    event.preventDefault();
    if (by !== undefined) moveClipBy(clip, by);
    else if (to !== undefined) moveClip(clip, to);
  };
  return (
    <li class="clip-row" data-id={clip.id} data-tally={tally} {...toListPlace({ at, of })}>
      <button
        type="button"
        class="handle"
        aria-label={`${clip.number} ${clip.name}: move`}
        aria-description="Up, Down, Home and End move it; a press asks for its number."
        title="Drag to reorder, or press ↑ ↓ Home End; a click asks for the number"
        onKeyDown={onKeyDown}
        onClick={() => hasJustDragged() || askWhereTo(clip)}
      >
        <Icon name="grip" />
        <span class="number">{clip.number}</span>
      </button>
      <Poster clip={clip} />
      <div class="about">
        <span class="name">{clip.name}</span>
        <span class="facts" data-tally={tally}>
          {state && <span class="badge">{toStateText({ clipId: clip.id, state })}</span>}
          {clip.file !== clip.name && <span class="file">{clip.file} · </span>}
          {toFacts(clip)}
          {verdict && (
            <>
              {' · '}
              <span class="verdict" data-verdict={verdict.verdict}>
                {toVerdictText(verdict)}
              </span>
            </>
          )}
        </span>
        {verdict && toAdviceText(verdict) !== '' && <span class="advice">{toAdviceText(verdict)}</span>}
        {wrong !== undefined && <span class="wrong">{wrong}</span>}
        <ConversionText clip={clip} />
      </div>
      <ConvertButton clip={clip} />
      <a class="button" href={`#trim/${clip.id}`}>
        Trim<span class="sr"> {clip.name}</span>
      </a>
      <button
        type="button"
        class="danger-quiet"
        aria-label={`Delete ${clip.name}`}
        onClick={({ currentTarget }) => void removeFromList(clip, currentTarget)}
      >
        Delete
      </button>
    </li>
  );
});
