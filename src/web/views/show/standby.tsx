// What stands by, with its picture and its note.
import { clips, transport } from '../../client/event-stream.ts';
import { content } from '../../client/list-content.ts';
import { useStore } from '../../client/store.ts';
import { toLength } from '../../format/format.ts';
import { lengthOf, toItemFacts, toNothingStandsBy, toSpokenStandby, toTrouble } from '../../format/show-text.ts';
import { Poster } from '../fire/clip-tile.tsx';
import { clipOf } from './show-clips.ts';

export const Standby = () => {
  const now = useStore(transport, (value) => value);
  const list = useStore(content, (value) => value);
  const { standby } = now;
  const clip = useStore(clips, () => (standby === null ? undefined : clipOf(standby.clipId)));
  const at = list?.items.findIndex(({ id }) => id === standby?.itemId) ?? -1;
  const item = list?.items[at];
  const active = list?.id === now.listId ? list : undefined;
  return (
    <section class="deck standby" data-armed={clip === undefined ? undefined : ''} aria-label="Standby">
      {clip !== undefined && <Poster clip={clip} />}
      <div class="about">
        <p class="line">
          <span class="badge">Standby</span>
          {clip !== undefined && (
            <span class="facts">
              {item !== undefined && `Item ${at + 1} · `}
              {clip.kind !== 'splash' && toLength(lengthOf(clip))}
            </span>
          )}
        </p>
        {clip === undefined ? (
          <p class="nothing">{toNothingStandsBy(active, now)}</p>
        ) : (
          <>
            <h2 class="name">{clip.kind === 'splash' ? 'Splash screen' : clip.name}</h2>
            {item !== undefined && <p class="facts">{toItemFacts(item, clip)}</p>}
            {item !== undefined && item.note !== '' && <p class="note">{item.note}</p>}
            {clip.trouble !== undefined && <p class="trouble">{toTrouble(clip.trouble)}</p>}
          </>
        )}
      </div>
      <p class="sr" role="status">
        {toSpokenStandby(clip?.name, item?.note ?? '')}
      </p>
    </section>
  );
};
