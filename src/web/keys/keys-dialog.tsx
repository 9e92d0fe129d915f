// The help: the keys that work in this view, and what they do.
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { createStore, useStore } from '../client/store.ts';
import { KeyList } from './key-list.tsx';
import { EVERYWHERE_KEYS } from './key-tables.ts';
import { keySections, useKeys } from './use-keys.ts';

const isOpen = createStore(false);

const open = (): void => isOpen.set(true);
const close = (): void => isOpen.set(false);

const ACTIONS = { keys: open };

export const KeysButton = () => (
  <button type="button" class="help" aria-label="Keys" title="The keys of this view ( ? )" onClick={open}>
    ?
  </button>
);

/** @param props.title of the view */
export const KeysDialog = ({ title }: { readonly title: string }) => {
  const isShown = useStore(isOpen, (value) => value);
  const dialog = useRef<HTMLDialogElement>(null);
  useKeys(EVERYWHERE_KEYS, ACTIONS);
  // At once, so that the next key is one of the view's.
  useLayoutEffect(() => {
    if (isShown) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isShown]);
  useEffect(() => {
    window.addEventListener('hashchange', close);
    return () => window.removeEventListener('hashchange', close);
  }, []);
  return (
    <dialog
      ref={dialog}
      class="question keys-dialog"
      aria-labelledby="keys-title"
      onClose={close}
      onKeyDown={(event) => {
        if (event.key !== '?' || event.repeat) return;
        event.preventDefault();
        close();
      }}
    >
      {isShown && <Content title={title} />}
    </dialog>
  );
};

const Content = ({ title }: { readonly title: string }) => {
  const sections = useStore(keySections, (all) => all).filter(
    (section) => section !== EVERYWHERE_KEYS && section.rows.length > 0,
  );
  return (
    <>
      <div class="heading">
        <h2 id="keys-title">Keys: {title}</h2>
        <button type="button" onClick={close}>
          Close
        </button>
      </div>
      {sections.length === 0 && <p>This view has no keys of its own. Tab goes from control to control.</p>}
      {[...sections, EVERYWHERE_KEYS].map((section) => (
        <section key={section.title}>
          <h3>{section.title === title ? 'In this view' : section.title}</h3>
          <KeyList section={section} />
        </section>
      ))}
      <p class="facts">
        Space and Enter press a control that you reached with Tab. <a href="./#device/keys">Set other keys</a> for Show
        and Fire.
      </p>
    </>
  );
};
