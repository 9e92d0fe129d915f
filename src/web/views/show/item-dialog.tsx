// What follows an item, its waits, fades and note. What somebody else changes meanwhile stays, except in the fields that this form changes.
import { useEffect, useRef } from 'preact/hooks';
import { editItems } from '../../actions/list-actions.ts';
import type { ListItem } from '../../client/api.ts';
import { content } from '../../client/list-content.ts';
import { useStore } from '../../client/store.ts';
import { notify } from '../../components/toasts.tsx';
import { END_ACTIONS } from '../../format/format.ts';
import { openedItem } from './editing.ts';
import { nameOf } from './item-actions.ts';
import { patchItem, toItemPatch } from './item-edits.ts';
import { clipOf } from './show-clips.ts';

const FOLLOWS = { ...END_ACTIONS, next: 'Play the next item' } as const;
const MAX_WAIT_SECONDS = 24 * 3600;
const MAX_FADE_SECONDS = 60;

type Fade = 'fadeInSeconds' | 'fadeOutSeconds';

const close = (): void => openedItem.set(undefined);

export const ItemDialog = () => {
  const item = useStore(openedItem, (value) => value);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (item === undefined) dialog.current?.close();
    else dialog.current?.showModal();
  }, [item]);
  useEffect(() => close, []);
  return (
    <dialog ref={dialog} class="question item-form" aria-labelledby="item-form" onCancel={close}>
      {item !== undefined && <ItemForm key={item.id} opened={item} />}
    </dialog>
  );
};

const ItemForm = ({ opened }: { readonly opened: ListItem }) => {
  const form = useRef<HTMLFormElement>(null);
  const now = useStore(content, (list) => list?.items.find(({ id }) => id === opened.id));
  const isOther = now !== undefined && JSON.stringify(now) !== JSON.stringify(opened);
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    const listId = content.get()?.id;
    if (form.current === null || listId === undefined) return;
    const patch = toItemPatch(opened, read(form.current));
    close();
    if (Object.keys(patch).length === 0) return;
    let isThere = true;
    await editItems(listId, (items) => {
      isThere = items.some(({ id }) => id === opened.id);
      return patchItem(items, opened.id, patch);
    });
    if (!isThere) notify(`“${nameOf(opened)}” is not in the list any more.`, { error: true });
  };
  const ownEnd = END_ACTIONS[clipOf(opened.clipId)?.endAction ?? 'hold'];
  return (
    <form ref={form} onSubmit={(event) => void save(event)}>
      <p id="item-form">“{nameOf(opened)}”</p>
      <label class="field">
        At its end
        <select name="follow" defaultValue={opened.follow ?? ''}>
          <option value="" selected={opened.follow === undefined}>
            As the clip: {ownEnd.charAt(0).toLowerCase() + ownEnd.slice(1)}
          </option>
          {Object.entries(FOLLOWS).map(([value, text]) => (
            <option key={value} value={value} selected={opened.follow === value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <div class="row">
        <Seconds name="preWaitSeconds" label="Wait before it (s)" value={opened.preWaitSeconds} />
        <Seconds name="postWaitSeconds" label="Wait after it (s)" value={opened.postWaitSeconds} />
      </div>
      <div class="row">
        <FadeSeconds name="fadeInSeconds" label="Fade in (s)" item={opened} />
        <FadeSeconds name="fadeOutSeconds" label="Fade out (s)" item={opened} />
      </div>
      <label class="field">
        Note
        <textarea name="note" rows={3} maxLength={1000} defaultValue={opened.note} />
      </label>
      <label class="field check">
        <input type="checkbox" name="inCountdown" defaultChecked={opened.inCountdown} />
        Count it in the list's remaining time
      </label>
      <p class="conflict" role="status" hidden={now !== undefined && !isOther}>
        {now === undefined && 'Somebody else has taken this item out of the list.'}
        {isOther &&
          'Somebody else has changed this item. Save keeps their changes, except in the fields that you changed.'}
      </p>
      <div class="row end">
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button type="submit" class="primary" disabled={now === undefined}>
          Save
        </button>
      </div>
    </form>
  );
};

const Seconds = (props: { readonly name: string; readonly label: string; readonly value: number }) => (
  <label class="field grow">
    {props.label}
    <input
      type="number"
      name={props.name}
      min={0}
      max={MAX_WAIT_SECONDS}
      step="any"
      required
      defaultValue={String(props.value)}
    />
  </label>
);

/** Empty: as the clip. */
const FadeSeconds = ({
  name,
  label,
  item,
}: {
  readonly name: Fade;
  readonly label: string;
  readonly item: ListItem;
}) => (
  <label class="field grow">
    {label}
    <input
      type="number"
      name={name}
      min={0}
      max={MAX_FADE_SECONDS}
      step="any"
      placeholder={`As the clip: ${clipOf(item.clipId)?.[name] ?? 0}`}
      defaultValue={String(item[name] ?? '')}
    />
  </label>
);

const readFade = (typed: FormDataEntryValue | null): number | null => (typed === '' ? null : Number(typed));

const read = (form: HTMLFormElement) => {
  const data = new FormData(form);
  const follow = String(data.get('follow'));
  return {
    follow: follow === '' ? null : (follow as NonNullable<ListItem['follow']>),
    preWaitSeconds: Number(data.get('preWaitSeconds')),
    postWaitSeconds: Number(data.get('postWaitSeconds')),
    fadeInSeconds: readFade(data.get('fadeInSeconds')),
    fadeOutSeconds: readFade(data.get('fadeOutSeconds')),
    // A form sends line breaks as CR LF.
    note: String(data.get('note')).replaceAll('\r\n', '\n'),
    inCountdown: data.has('inCountdown'),
  };
};
