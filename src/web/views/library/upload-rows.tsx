// Files on their way to the device.

import { useStore } from '../../client/store.ts';
import { isUnderWay, type Upload, uploads } from '../../client/upload-list.ts';
import { cancel, discard, resume } from '../../client/uploads.ts';
import { focusAfter } from '../../components/focus.ts';
import { toBytes, toLength } from '../../format/format.ts';

const toState = (upload: Upload): string => {
  const { state, sentBytes, bytesPerSecond, file, trouble } = upload;
  const share = `${toBytes(sentBytes)} of ${toBytes(file.size)}`;
  if (state === 'waiting') return 'Waiting';
  if (state === 'checking') return 'Checking the file…';
  if (state === 'done') return 'Done';
  if (state === 'cancelled') return `Cancelled at ${share}`;
  if (state === 'failed') return trouble ?? 'Failed';
  if (bytesPerSecond === 0) return share;
  const left = toLength((file.size - sentBytes) / bytesPerSecond);
  return `${share} · ${toBytes(bytesPerSecond)}/s · ${left} left`;
};

export const UploadRows = () => {
  const all = useStore(uploads, (value) => value);
  if (all.length === 0) return null;
  return (
    <ul class="uploads" aria-label="Uploads">
      {all.map((upload) => (
        <UploadRow key={upload.id} upload={upload} />
      ))}
    </ul>
  );
};

/** A pressed button of an upload disappears; keeps the focus on the upload, or moves it to the next one. */
const leave = (button: HTMLElement, run: () => void): void => {
  const row = button.closest('.upload');
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  // A removed row still has its buttons.
  const buttonOf = (place: Element | null | undefined): HTMLElement | null =>
    place?.isConnected ? place.querySelector('button') : null;
  focusAfter(button, () => buttonOf(row) ?? buttonOf(next) ?? document.querySelector<HTMLElement>('.drop input'));
  run();
};

const UploadRow = ({ upload }: { readonly upload: Upload }) => {
  const { id, file, state, sentBytes, isForGood } = upload;
  const canCancel = state === 'waiting' || state === 'sending';
  const hasStopped = state === 'cancelled' || state === 'failed';
  return (
    <li class="upload" data-state={state}>
      <span class="name">{file.name}</span>
      <progress max={Math.max(1, file.size)} value={sentBytes} aria-label={`Upload of ${file.name}`} />
      <span class="facts">{toState(upload)}</span>
      <span class="row">
        {canCancel && (
          <button type="button" onClick={({ currentTarget }) => leave(currentTarget, () => cancel(id))}>
            Cancel
          </button>
        )}
        {hasStopped && !isForGood && (
          <button type="button" onClick={({ currentTarget }) => leave(currentTarget, () => resume(id))}>
            {state === 'cancelled' ? 'Resume' : 'Try again'}
          </button>
        )}
        {hasStopped && (
          <button type="button" onClick={({ currentTarget }) => leave(currentTarget, () => discard(id))}>
            Remove
          </button>
        )}
      </span>
    </li>
  );
};

/** Summary of all running uploads, for every part of the page; empty without any. */
export const UploadSummary = () => {
  const all = useStore(uploads, (value) => value);
  const [coming, failed] = [all.filter(isUnderWay), all.filter(({ state }) => state === 'failed')];
  if (coming.length === 0 && failed.length === 0) return null;
  const bytes = coming.reduce((sum, { file }) => sum + file.size, 0);
  const sent = coming.reduce((sum, { sentBytes }) => sum + sentBytes, 0);
  const percent = bytes === 0 ? 100 : Math.floor((sent / bytes) * 100);
  const count = coming.length === 0 ? failed.length : coming.length;
  const what = `${count} ${count === 1 ? 'upload' : 'uploads'}`;
  return (
    <a class="upload-summary" href="#library" data-failed={coming.length === 0 || undefined}>
      {coming.length === 0 ? `${what} failed` : `${what}, ${percent} %`}
    </a>
  );
};
