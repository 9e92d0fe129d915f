// A clip in the Library: its place, its facts, and what is wrong with it.
import { moveClip, moveClipBy, removeClip } from '../../actions/actions.ts';
import type { Clip } from '../../client/api.ts';
import { clips, pictures, playability, transport } from '../../client/event-stream.ts';
import { useStore } from '../../client/store.ts';
import { focusAfter } from '../../components/focus.ts';
import { Handle } from '../../components/handle.tsx';
import { memo } from '../../components/memo.ts';
import { type Place, toListPlace } from '../../components/windowed.tsx';
import { toLength } from '../../format/format.ts';
import { toAdviceText, toVerdictText } from '../../format/playability.ts';
import { toStateText, toTally } from '../../format/tally.ts';
import { Poster } from '../fire/clip-tile.tsx';
import { ConversionText, ConvertButton } from './conversion.tsx';

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
  const last = useStore(clips, (all) => all.length - 1);
  return (
    <li class="clip-row" data-id={clip.id} data-tally={tally} {...toListPlace({ at, of })}>
      <Handle
        name={clip.name}
        number={clip.number}
        last={last}
        moveTo={(number) => moveClip(clip, number)}
        moveBy={(places) => moveClipBy(clip, places)}
      />
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
