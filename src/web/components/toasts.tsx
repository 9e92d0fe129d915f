// Toasts and confirmation dialogs.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { ApiError } from '../client/api.ts';
import { createStore, useStore } from '../client/store.ts';
import { focusAfter } from './focus.ts';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: 'info' | 'error';
  readonly action?: { readonly label: string; readonly run: () => void };
}

interface Question {
  readonly text: string;
  readonly yes: string;
  readonly answer: (yes: boolean) => void;
}

const toasts = createStore<readonly Toast[]>([]);
const question = createStore<Question | undefined>(undefined);
const UNFORESEEN = 'Something went wrong in this page. Reload it, and try again.';
const SHOWN_MS = 5000;
/** Limit of toasts without a button; those with an undo stay for their whole time. */
const MAX_PLAIN_TOASTS = 4;
let lastId = 0;

const dismiss = (id: number): void => toasts.set(toasts.get().filter((notice) => notice.id !== id));

/**
 * @param options.milliseconds duration; infinite: until it is dismissed
 * @returns dismisses it
 */
export const notify = (
  text: string,
  options: { readonly error?: boolean; readonly action?: Toast['action']; readonly milliseconds?: number } = {},
): (() => void) => {
  lastId += 1;
  const { error = false, action, milliseconds = SHOWN_MS } = options;
  const notice: Toast = { id: lastId, text, kind: error ? 'error' : 'info', ...(action && { action }) };
  const all = [...toasts.get(), notice];
  const plain = all.filter((one) => one.action === undefined).slice(-MAX_PLAIN_TOASTS);
  toasts.set(all.filter((one) => one.action !== undefined || plain.includes(one)));
  const end = (): void => dismiss(notice.id);
  if (Number.isFinite(milliseconds)) setTimeout(end, milliseconds);
  return end;
};

/** Runs a request to the device and shows its error. */
export const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
  try {
    await work();
    return true;
  } catch (error) {
    notify(error instanceof ApiError ? error.message : UNFORESEEN, { error: true });
    return false;
  }
};

/** Resolves to the operator's answer. */
export const confirm = (text: string, yes: string): Promise<boolean> =>
  new Promise((resolve) => {
    question.get()?.answer(false);
    const answer = (given: boolean): void => {
      question.set(undefined);
      resolve(given);
    };
    question.set({ text, yes, answer });
  });

/** The next toast, else the view. */
const nextToFocus = (): HTMLElement | null =>
  document.querySelector('.notice button') ?? document.querySelector('main');

export const Toasts = () => {
  const shown = useStore(toasts, (all) => all);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, kind, action }) => (
        <div key={id} class={`notice ${kind}`}>
          <span>{text}</span>
          {action && (
            <button
              type="button"
              class="plain"
              onClick={({ currentTarget }) => {
                focusAfter(currentTarget, nextToFocus);
                dismiss(id);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
          <button
            type="button"
            class="plain close"
            aria-label="Dismiss"
            onClick={({ currentTarget }) => {
              focusAfter(currentTarget, nextToFocus);
              dismiss(id);
            }}
          >
            ×
          </button>
        </div>
      ))}
    </div>
  );
};

export const QuestionDialog = () => {
  const asked = useStore(question, (value) => value);
  const dialog = useRef<HTMLDialogElement>(null);
  // At once: from then on no key of the view works.
  useLayoutEffect(() => {
    if (asked === undefined) dialog.current?.close();
    else dialog.current?.showModal();
  }, [asked]);
  return (
    <dialog
      ref={dialog}
      class="question"
      aria-labelledby="question"
      onCancel={() => asked?.answer(false)}
      // The key that opened the question may still be held down, which is no answer.
      onKeyDown={(event) => event.repeat && event.preventDefault()}
    >
      <p id="question">{asked?.text}</p>
      <div class="row end">
        <button type="button" onClick={() => asked?.answer(false)}>
          Cancel
        </button>
        <button type="button" class="danger" onClick={() => asked?.answer(true)}>
          {asked?.yes}
        </button>
      </div>
    </dialog>
  );
};
