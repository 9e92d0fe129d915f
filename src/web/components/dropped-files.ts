// Files that are dropped on the page, whichever part of it is shown: uploads. Without it the browser would leave the page for the file.
import { useEffect } from 'preact/hooks';
import { createStore } from '../client/store.ts';
import { isUnderWay, uploads } from '../client/upload-list.ts';
import { addFiles } from '../client/uploads.ts';
import { notify } from './toasts.tsx';

/** True while files are dragged over the page. */
export const filesOver = createStore(false);

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;

const over = (event: DragEvent): void => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  filesOver.set(true);
};

const leave = (event: DragEvent): void => {
  if (event.relatedTarget === null) filesOver.set(false);
};

/** Calls back once none of the uploads is under way; what is done leaves the list after a while. */
const whenOver = (ids: readonly number[], over: (haveArrived: boolean) => void): void => {
  const stop = uploads.subscribe(() => {
    const ours = uploads.get().filter(({ id }) => ids.includes(id));
    if (ours.some(isUnderWay)) return;
    stop();
    over(ours.every(({ state }) => state === 'done'));
  });
};

const drop = (event: DragEvent): void => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  filesOver.set(false);
  const files = event.dataTransfer?.files ?? [];
  const ids = addFiles(files);
  // Does not leave the Fire view.
  if (files.length === 0 || location.hash.startsWith('#library')) return;
  const toLibrary = (): void => {
    location.hash = 'library';
  };
  const action = { label: 'Show', run: toLibrary };
  const [coming, arrived] =
    files.length === 1
      ? ['The clip is on its way.', 'The clip has arrived.']
      : [`${files.length} clips are on their way.`, `${files.length} clips have arrived.`];
  const dismiss = notify(coming, { action });
  whenOver(ids, (haveArrived) => {
    dismiss();
    if (haveArrived) notify(arrived, { action });
  });
};

const listen = (): (() => void) => {
  window.addEventListener('dragover', over);
  window.addEventListener('dragleave', leave);
  window.addEventListener('drop', drop);
  return () => {
    window.removeEventListener('dragover', over);
    window.removeEventListener('dragleave', leave);
    window.removeEventListener('drop', drop);
  };
};

export const useDroppedFiles = (): void => useEffect(listen, []);
