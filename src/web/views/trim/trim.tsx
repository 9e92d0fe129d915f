// The Trim view: in and out point of one clip, and how it ends, sounds and is called.

import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import { frameSecondsOf } from '../../../deck/clips/timecode.ts';
import { cue } from '../../actions/actions.ts';
import { mayChangeClip } from '../../actions/safe.ts';
import { type Clip, type ClipPatch, call } from '../../client/api.ts';
import { applyClipOf, clipById, clips, transport } from '../../client/event-stream.ts';
import { useStore } from '../../client/store.ts';
import { attempt } from '../../components/toasts.tsx';
import { toClipTime } from '../../format/clip-time.ts';
import { KeyLine } from '../../keys/key-list.tsx';
import { TRIM_KEYS } from '../../keys/key-tables.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { ClipFields, type SaveClip } from './clip-fields.tsx';
import { FramePreview } from './frame-preview.tsx';
import { usePreview, VideoPreview } from './preview.tsx';
import { type Points, Timeline } from './timeline.tsx';

const idOf = (hash: string): string => /^#trim\/(.+)$/.exec(hash)?.[1] ?? '';

/**
 * The clip of the URL, else the one on the output, else the first; the choice is fixed, so that nobody
 * accidentally edits another one after a deletion.
 */
const useChosenClip = (list: readonly Clip[]): { readonly clip: Clip | undefined; readonly isGone: boolean } => {
  const [id, setId] = useState(idOf(location.hash));
  useEffect(() => {
    const follow = (): void => setId(idOf(location.hash));
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  const lastClipId = useRef('');
  if (id !== '') lastClipId.current = id;
  if (lastClipId.current === '') {
    const selected = clipById(list.slice(1), transport.get().clipId);
    lastClipId.current = (selected ?? list[1])?.id ?? '';
  }
  const clip = clipById(list, lastClipId.current);
  return { clip, isGone: clip === undefined && list.length > 0 && lastClipId.current !== '' };
};

export const TrimView = () => {
  const list = useStore(clips, (all) => all);
  const { clip, isGone } = useChosenClip(list);
  return (
    <>
      <div class="heading">
        <h1>Trim</h1>
        <select
          aria-label="Clip"
          value={clip?.id ?? ''}
          onChange={({ currentTarget }) => location.replace(`#trim/${currentTarget.value}`)}
        >
          {clip === undefined && <option value="">Choose a clip</option>}
          {list.slice(1).map(({ id, number, name }) => (
            <option key={id} value={id}>
              {number}. {name}
            </option>
          ))}
        </select>
      </div>
      {clip === undefined ? (
        <p class="empty">{isGone ? 'This clip was deleted.' : 'There are no clips yet.'}</p>
      ) : (
        <Editor key={clip.id} clip={clip} />
      )}
    </>
  );
};

/**
 * Saves in order, since an older answer could overtake a newer one. A waiting change that is followed by another of the same field,
 * such as a stepped point, is dropped.
 * @param settle called when no change waits
 */
const useSaving = (clip: Clip, settle: () => void): SaveClip => {
  const { id } = clip;
  const [, redraw] = useReducer((count: number, _action: undefined) => count + 1, 0);
  const latest = useRef<Promise<boolean>>(Promise.resolve(true));
  const newest = useRef(new Map<string, ClipPatch>());
  return async (body) => {
    const fields = Object.keys(body).join();
    newest.current.set(fields, body);
    const isSeen = fields !== 'name';
    const saving = latest.current.then(async () => {
      if (newest.current.get(fields) !== body) return true;
      if (isSeen && !(await mayChangeClip(clip, body))) return false;
      return attempt(() => applyClipOf(() => call('patch', '/clips/{id}', { path: { id }, body })));
    });
    latest.current = saving;
    const isSaved = await saving;
    if (latest.current === saving) settle();
    // Renders the device's value again after a rejected choice.
    if (!isSaved) redraw(undefined);
    return isSaved;
  };
};

/** Nothing can be trimmed. */
const NO_KEYS: typeof TRIM_KEYS = { title: TRIM_KEYS.title, rows: [] };

/** True for what has its own keys, a slider or the browser's video player; sliders ignore letters. */
const isTakenByControl = ({ key, target }: KeyboardEvent): boolean =>
  !/^[a-z]$/i.test(key) && target instanceof HTMLElement && target.matches('video, [role="slider"]');

const Editor = ({ clip }: { readonly clip: Clip }) => {
  // A dragged point is shown at once and saved when it is released.
  const [draft, setDraft] = useState<Partial<Points>>();
  const preview = usePreview();
  const inSeconds = draft?.inSeconds ?? clip.inSeconds;
  const outSeconds = draft?.outSeconds ?? clip.outSeconds;
  const save = useSaving(clip, () => setDraft(undefined));
  // Somebody else may have changed the other point meanwhile.
  const savePoints = (points: Partial<Points>): void => void save(points);
  const rate = clip.media?.frameRate;
  const frame = frameSecondsOf(clip);
  const time = (seconds: number): string => toClipTime(seconds, rate);
  /** Start of the frame in the preview. */
  const here = (): number => {
    const seconds = preview.position();
    return rate === undefined ? seconds : Math.round(Math.floor(seconds / frame + 1e-6) * frame * 1000) / 1000;
  };
  const setIn = (): void => savePoints({ inSeconds: here() });
  const setOut = (): void => savePoints({ outSeconds: here() });
  const step = (direction: 1 | -1, event: KeyboardEvent): void => {
    const seconds = here() + direction * (event.shiftKey ? 1 : frame);
    preview.seek(Math.max(0, Math.min(clip.durationSeconds - frame, seconds)));
  };
  const toggle = (): void => preview.toggleSection(inSeconds, outSeconds);
  const isVideo = clip.kind === 'video';
  const actions = {
    'trim.in': setIn,
    'trim.out': setOut,
    'trim.preview': toggle,
    'trim.back': (event: KeyboardEvent) => step(-1, event),
    'trim.on': (event: KeyboardEvent) => step(1, event),
  };
  useKeys(isVideo ? TRIM_KEYS : NO_KEYS, actions, isTakenByControl);
  if (!isVideo) {
    return (
      <div class="editor">
        <VideoPreview clip={clip} preview={preview} />
        <ClipFields clip={clip} save={save} />
      </div>
    );
  }
  return (
    <div class="editor">
      <VideoPreview clip={clip} preview={preview} />
      <Timeline
        clip={clip}
        inSeconds={inSeconds}
        outSeconds={outSeconds}
        preview={preview}
        onDrag={(next, at) => {
          setDraft((before) => ({ ...before, ...next }));
          preview.seek(at);
        }}
        onDone={savePoints}
        onBreak={() => setDraft(undefined)}
      />
      <div class="marks">
        <button type="button" onClick={setIn}>
          Set in here
        </button>
        <button type="button" class="primary" onClick={() => preview.playSection(inSeconds, outSeconds)}>
          Preview section
        </button>
        <button type="button" onClick={setOut}>
          Set out here
        </button>
        <button type="button" onClick={() => savePoints({ inSeconds: 0, outSeconds: clip.durationSeconds })}>
          Whole clip
        </button>
        <button type="button" onClick={() => void cue(clip)}>
          Cue on the player
        </button>
        <span class="facts">
          {time(inSeconds)} – {time(outSeconds)} · {time(outSeconds - inSeconds)} of {time(clip.durationSeconds)}
        </span>
      </div>
      <FramePreview clip={clip} label="In" seconds={inSeconds} />
      <FramePreview clip={clip} label="Out" seconds={Math.max(0, outSeconds - frame)} />
      <ClipFields clip={clip} save={save} />
      <KeyLine section={TRIM_KEYS} />
    </div>
  );
};
