// What follows an item, its waits, fades and note. What somebody else changes meanwhile stays; where both have changed a field, the form asks.
import { useEffect, useRef, useState } from 'preact/hooks';
import { editItems } from '../../actions/list-actions.ts';
import type { ListItem } from '../../client/api.ts';
import { content } from '../../client/list-content.ts';
import { useStore } from '../../client/store.ts';
import { notify } from '../../components/toasts.tsx';
import { END_ACTIONS } from '../../format/format.ts';
import { ITEM_FOLLOWS, type ItemSettings, SETTING_NAMES, toSettingText } from '../../format/item-texts.ts';
import { openedItem } from './editing.ts';
import { nameOf } from './item-actions.ts';
import { patchItem, toConflicts, toItemPatch, toSettings } from './item-edits.ts';
import { clipOf } from './show-clips.ts';

const MAX_WAIT_SECONDS = 24 * 3600;
const MAX_FADE_SECONDS = 60;

type Field = keyof ItemSettings;
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
  /** As it was when the form was opened, or when the operator last chose between two values of a field. */
  const [before, setBefore] = useState(toSettings(opened));
  const [typed, setTyped] = useState(before);
  const now = useStore(content, (list) => list?.items.find(({ id }) => id === opened.id));
  const isOther = now !== undefined && JSON.stringify(now) !== JSON.stringify(opened);
  const theirs = now && toSettings(now);
  const conflicts = theirs === undefined ? [] : toConflicts(before, theirs, typed);
  const readForm = (): void => {
    if (form.current !== null) setTyped(read(form.current));
  };
  const choose = (field: Field, isTheirs: boolean): void => {
    if (form.current === null || theirs === undefined) return;
    if (isTheirs) write(form.current, field, theirs[field]);
    setBefore({ ...before, [field]: theirs[field] });
    readForm();
    form.current.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  };
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    const listId = content.get()?.id;
    if (form.current === null || listId === undefined || conflicts.length > 0) return;
    const mine = read(form.current);
    const patch = toItemPatch(before, mine);
    if (Object.keys(patch).length === 0) return close();
    let isThere = true;
    let isFirst = true;
    await editItems(listId, (items) => {
      const item = items.find(({ id }) => id === opened.id);
      isThere = item !== undefined;
      isFirst = item === undefined || toConflicts(before, toSettings(item), mine).length === 0;
      return isFirst ? patchItem(items, opened.id, patch) : items;
    });
    // The conflict is shown in the form.
    if (isFirst && openedItem.get() === opened) close();
    if (!isThere) notify(`“${nameOf(opened)}” is not in the list any more.`, { error: true });
  };
  const ownEnd = END_ACTIONS[clipOf(opened.clipId)?.endAction ?? 'hold'];
  return (
    <form ref={form} onInput={readForm} onSubmit={(event) => void save(event)}>
      <p id="item-form">“{nameOf(opened)}”</p>
      <label class="field">
        At its end
        <select name="follow" defaultValue={opened.follow ?? ''}>
          <option value="" selected={opened.follow === undefined}>
            As the clip: {ownEnd.charAt(0).toLowerCase() + ownEnd.slice(1)}
          </option>
          {Object.entries(ITEM_FOLLOWS).map(([value, text]) => (
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
      <p class="conflict" role="status" hidden={now !== undefined && (!isOther || conflicts.length > 0)}>
        {now === undefined && 'Somebody else has taken this item out of the list.'}
        {isOther &&
          conflicts.length === 0 &&
          'Somebody else has changed this item. Save keeps their changes, except in the fields that you changed.'}
      </p>
      {theirs !== undefined &&
        conflicts.map((field) => (
          <FieldConflict key={field} field={field} theirs={theirs} yours={typed} choose={choose} />
        ))}
      <div class="row end">
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button type="submit" class="primary" disabled={now === undefined || conflicts.length > 0}>
          Save
        </button>
      </div>
    </form>
  );
};

/** Says who was first, and offers both values. */
const FieldConflict = (props: {
  readonly field: Field;
  readonly theirs: ItemSettings;
  readonly yours: ItemSettings;
  readonly choose: (field: Field, isTheirs: boolean) => void;
}) => {
  const { field, choose } = props;
  const [theirs, yours] = [props.theirs, props.yours].map((settings) => toSettingText(field, settings));
  return (
    <div class="conflict" role="alert">
      <span>
        {SETTING_NAMES[field]}: somebody else saved “{theirs}” first; yours, “{yours}”, is not saved.
      </span>
      <button type="button" onClick={() => choose(field, true)}>
        Keep “{theirs}”
      </button>
      <button type="button" onClick={() => choose(field, false)}>
        Use “{yours}”
      </button>
    </div>
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

const read = (form: HTMLFormElement): ItemSettings => {
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

const write = (form: HTMLFormElement, field: Field, value: ItemSettings[Field]): void => {
  const control = form.querySelector<HTMLInputElement>(`[name="${field}"]`);
  if (control === null) return;
  if (typeof value === 'boolean') control.checked = value;
  else control.value = String(value ?? '');
};
