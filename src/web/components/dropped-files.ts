// Files that are dropped on the page, whichever part of it is shown: uploads. Without it the browser would leave the page for the file.
import { useEffect } from 'preact/hooks';
import { createStore } from '../client/store.ts';
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

const drop = (event: DragEvent): void => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  filesOver.set(false);
  const files = event.dataTransfer?.files ?? [];
  addFiles(files);
  // Does not leave the Fire view.
  if (files.length === 0 || location.hash.startsWith('#library')) return;
  const toLibrary = (): void => {
    location.hash = 'library';
  };
  notify(files.length === 1 ? 'The clip is on its way.' : `${files.length} clips are on their way.`, {
    action: { label: 'Show', run: toLibrary },
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
