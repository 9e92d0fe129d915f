// The Library view: uploads, the order of the clips, search, and deleting with a way back.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { moveClip } from '../../actions/actions.ts';
import { type Clip, call, type Device } from '../../client/api.ts';
import { clipById, clips, coming } from '../../client/event-stream.ts';
import { useStore } from '../../client/store.ts';
import { addFiles } from '../../client/uploads.ts';
import { filesOver } from '../../components/dropped-files.ts';
import { MoveDialog } from '../../components/move-dialog.tsx';
import { useReorder } from '../../components/reorder.ts';
import { type Place, Windowed } from '../../components/windowed.tsx';
import { toBytes } from '../../format/format.ts';
import { HANDLE_KEYS } from '../../keys/key-tables.ts';
import { useKeyHelp } from '../../keys/use-keys.ts';
import { ClipRow } from './clip-row.tsx';
import { ComingFiles } from './coming-files.tsx';
import { UploadRows } from './upload-rows.tsx';

/** A dragged clip gets the number of the one it is dropped on. */
const moveOnto = (id: string, targetId: string): void => {
  const [clip, target] = [id, targetId].map((each) => clipById(clips.get(), each));
  if (clip !== undefined && target !== undefined) moveClip(clip, target.number);
};

const drawRow = (clip: Clip, { at, of }: Place) => <ClipRow clip={clip} at={at} of={of} />;

export const LibraryView = () => {
  const list = useStore(clips, (all) => all);
  const isMoreComing = useStore(coming, (files) => files.length > 0);
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const shown = useMemo(
    () => list.filter(({ name, file, kind }) => kind !== 'splash' && `${name}\n${file}`.toLowerCase().includes(wanted)),
    [list, wanted],
  );
  const reorder = useReorder(moveOnto);
  useKeyHelp(HANDLE_KEYS);
  return (
    <>
      <h1>Library</h1>
      <MoveDialog />
      <DropZone />
      <UploadRows />
      <div class="tools">
        <label class="search">
          <span class="sr">Search clips</span>
          <input
            type="search"
            placeholder="Search clips"
            value={search}
            onInput={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        </label>
        <span class="count">
          {shown.length} {shown.length === 1 ? 'clip' : 'clips'}
        </span>
        <FreeSpace count={list.length} />
      </div>
      <Windowed as="ol" class="rows" label="Clips" items={shown} draw={drawRow} onPointerDown={reorder} />
      <ComingFiles />
      {shown.length === 0 && !isMoreComing && (
        <p class="empty">{wanted === '' ? 'There are no clips yet.' : 'No clip is called that.'}</p>
      )}
    </>
  );
};

const DropZone = () => {
  const isOver = useStore(filesOver, (value) => value);
  return (
    <label class="drop" data-over={isOver || undefined}>
      <input
        type="file"
        multiple
        class="sr"
        onChange={({ currentTarget }) => {
          addFiles(currentTarget.files ?? []);
          currentTarget.value = '';
        }}
      />
      <strong>Drop clips anywhere on this page</strong>
      <span class="button primary">Choose files</span>
    </label>
  );
};

/** Shown at once when the view returns, since content that appears later would shift the list. */
let lastKnown: Device | undefined;

const FreeSpace = ({ count }: { readonly count: number }) => {
  const [device, setDevice] = useState(lastKnown);
  useEffect(() => {
    const apply = (next: Device): void => {
      lastKnown = next;
      setDevice(next);
    };
    const poll = (): void => void call('get', '/device').then(apply, () => undefined);
    poll();
    const soon = setTimeout(poll, 800);
    const timer = setInterval(poll, 10_000);
    return () => {
      clearTimeout(soon);
      clearInterval(timer);
    };
  }, [count]);
  if (device === undefined || device.clipsSizeBytes === 0) return null;
  const { clipsFreeBytes: free, clipsSizeBytes: size } = device;
  return (
    <div class="space">
      <meter
        min={0}
        max={size}
        low={size * 0.8}
        high={size * 0.9}
        optimum={0}
        value={size - free}
        aria-label="Used space"
      />
      <span>
        {toBytes(free)} free of {toBytes(size)}
      </span>
    </div>
  );
};
