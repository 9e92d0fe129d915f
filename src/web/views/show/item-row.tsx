// An item in the list: a press makes it stand by.
import { standBy } from '../../actions/show-actions.ts';
import type { ListItem } from '../../client/api.ts';
import { clips, pictures, transport } from '../../client/event-stream.ts';
import { useStore } from '../../client/store.ts';
import { focusAfter } from '../../components/focus.ts';
import { Handle } from '../../components/handle.tsx';
import { memo } from '../../components/memo.ts';
import { type Place, toListPlace } from '../../components/windowed.tsx';
import { toLength } from '../../format/format.ts';
import { lengthOf, toItemFacts, toTrouble } from '../../format/show-text.ts';
import { toStateWord, toTally } from '../../format/tally.ts';
import { Poster } from '../fire/clip-tile.tsx';
import { openedItem } from './editing.ts';
import { moveBy, moveTo, nameOf, remove } from './item-actions.ts';
import { clipOf } from './show-clips.ts';
import { offerUse } from './use-list.ts';

export const ItemRow = memo(
  (props: { readonly item: ListItem; readonly isActive: boolean; readonly isEdited: boolean } & Place) => {
    const { item, isActive, isEdited, at, of } = props;
    const clip = useStore(clips, () => clipOf(item.clipId));
    const state = useStore(transport, (now) => (now.itemId === item.id ? now.state : undefined));
    const isStandby = useStore(transport, ({ standby }) => standby?.itemId === item.id);
    const trouble = useStore(pictures, (all) => all[item.clipId]?.trouble) ?? undefined;
    const wrong = clip?.trouble ?? trouble;
    const name = nameOf(item);
    return (
      <li
        class="item"
        data-id={item.id}
        data-tally={state && toTally({ clipId: item.clipId, state })}
        data-standby={isStandby ? '' : undefined}
        {...toListPlace({ at, of })}
      >
        {isEdited && (
          <Handle
            name={name}
            number={at}
            last={of}
            moveTo={(number) => moveTo(item.id, number)}
            moveBy={(places) => moveBy(item.id, places)}
          />
        )}
        <button
          type="button"
          class="item-press"
          aria-pressed={isStandby}
          onClick={() => (isActive ? void standBy(item.id) : offerUse())}
        >
          {!isEdited && <span class="number">{at}</span>}
          {clip && <Poster clip={clip} />}
          <span class="about">
            <span class="line">
              <span class="name">{name}</span>
              {state && (
                <span class="badge">
                  {toStateWord(state)}
                  {state !== 'playing' && <span class="sr">, on the output</span>}
                </span>
              )}
              {isStandby && <span class="badge armed">Standby</span>}
            </span>
            <span class="line">
              {wrong === undefined ? (
                <span class="facts">{toItemFacts(item, clip)}</span>
              ) : (
                <span class="wrong">{toTrouble(wrong)}</span>
              )}
              {item.note !== '' && <span class="note">{item.note}</span>}
            </span>
          </span>
          <span class="length">{clip && clip.kind !== 'splash' ? toLength(lengthOf(clip)) : ''}</span>
        </button>
        {isEdited && (
          <>
            <button type="button" aria-label={`Edit ${at} ${name}`} onClick={() => openedItem.set(item)}>
              Edit
            </button>
            <button
              type="button"
              class="danger-quiet"
              aria-label={`Remove ${at} ${name}`}
              onClick={({ currentTarget }) => void removeRow(item, currentTarget)}
            >
              Remove
            </button>
          </>
        )}
      </li>
    );
  },
);

/** Moves the focus to the row that follows the removed one. */
const removeRow = async (item: ListItem, button: HTMLElement): Promise<void> => {
  const row = button.closest('.item');
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  const id = next instanceof HTMLElement ? next.dataset.id : undefined;
  const hasFocus = document.activeElement === button;
  if (!(await remove(item)) || !hasFocus) return;
  focusAfter(
    button,
    () =>
      document.querySelector<HTMLElement>(`.item[data-id="${id}"] .danger-quiet`) ??
      document.querySelector<HTMLElement>('.chooser select'),
  );
};
