// Files on their way to the device.
import { useStore } from './store.ts';
import { cancel, discard, resume, type Upload, uploads } from './uploads.ts';
import { toBytes, toLength } from './words.ts';

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

const UploadRow = ({ upload }: { readonly upload: Upload }) => {
  const { id, file, state, sentBytes } = upload;
  const isUnderWay = state === 'waiting' || state === 'sending';
  const canResume = state === 'cancelled' || state === 'failed';
  return (
    <li class="upload" data-state={state}>
      <span class="name">{file.name}</span>
      <progress max={Math.max(1, file.size)} value={sentBytes} aria-label={`Upload of ${file.name}`} />
      <span class="facts">{toState(upload)}</span>
      <span class="row">
        {isUnderWay && (
          <button type="button" onClick={() => cancel(id)}>
            Cancel
          </button>
        )}
        {canResume && (
          <button type="button" onClick={() => resume(id)}>
            {state === 'cancelled' ? 'Resume' : 'Try again'}
          </button>
        )}
        {canResume && (
          <button type="button" onClick={() => discard(id)}>
            Remove
          </button>
        )}
      </span>
    </li>
  );
};
