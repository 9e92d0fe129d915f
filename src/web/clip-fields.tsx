// Name, points as numbers, end action and sound of a clip; each is saved when it is changed.
import { useEffect, useState } from 'preact/hooks';
import type { Clip, ClipPatch } from './api.ts';
import { parseClipTime, toClipTime } from './clip-time.ts';
import { END_ACTIONS } from './words.ts';

type EndAction = Clip['endAction'];

/** Resolves to whether the device took it. */
export type SaveClip = (patch: ClipPatch) => Promise<boolean>;

export const ClipFields = ({ clip, save }: { readonly clip: Clip; readonly save: SaveClip }) => (
  <div class="fields">
    <TextField label="Name" value={clip.name} save={(name) => save({ name })} />
    <TimeField
      label={clip.kind === 'still' ? 'Starts at (s)' : 'In'}
      clip={clip}
      seconds={clip.inSeconds}
      save={(inSeconds) => save({ inSeconds })}
    />
    <TimeField
      label={clip.kind === 'still' ? 'Shown until (s)' : 'Out'}
      clip={clip}
      seconds={clip.outSeconds}
      save={(outSeconds) => save({ outSeconds })}
    />
    <label class="field">
      At its end
      <select
        value={clip.endAction}
        onChange={({ currentTarget }) => void save({ endAction: currentTarget.value as EndAction })}
      >
        {Object.entries(END_ACTIONS).map(([action, words]) => (
          <option key={action} value={action}>
            {words}
          </option>
        ))}
      </select>
    </label>
    <VolumeField clip={clip} save={save} />
    <label class="field check">
      <input
        type="checkbox"
        checked={clip.muted}
        onChange={({ currentTarget }) => void save({ muted: currentTarget.checked })}
      />
      Mute
    </label>
  </div>
);

/** What is typed, until it is saved or refused, or somebody else changes it. */
const useDraft = (value: string) => {
  const [draft, setDraft] = useState(value);
  useEffect(() => setDraft(value), [value]);
  const settle = async (saved: Promise<boolean>): Promise<void> => {
    if (!(await saved)) setDraft(value);
  };
  return [draft, setDraft, settle] as const;
};

const TextField = (props: {
  readonly label: string;
  readonly value: string;
  readonly save: (text: string) => Promise<boolean>;
}) => {
  const [draft, setDraft, settle] = useDraft(props.value);
  const done = (): void => {
    if (draft.trim() === '') setDraft(props.value);
    else if (draft !== props.value) void settle(props.save(draft));
  };
  return (
    <label class="field wide">
      {props.label}
      <input
        type="text"
        maxLength={120}
        value={draft}
        onInput={({ currentTarget }) => setDraft(currentTarget.value)}
        onChange={done}
      />
    </label>
  );
};

/** Of a video as timecode, of a still in seconds; either is taken, typed. */
const TimeField = (props: {
  readonly label: string;
  readonly clip: Clip;
  readonly seconds: number;
  readonly save: (seconds: number) => Promise<boolean>;
}) => {
  const { label, clip, seconds, save } = props;
  const rate = clip.media?.frameRate;
  const text = clip.kind === 'still' ? String(seconds) : toClipTime(seconds, rate);
  const [draft, setDraft, settle] = useDraft(text);
  const done = (): void => {
    const typed = parseClipTime(draft, rate);
    if (typed === undefined || draft.trim() === text) setDraft(text);
    else if (typed !== seconds) void settle(save(typed));
    else setDraft(text);
  };
  return (
    <label class="field">
      {label}
      <input
        type="text"
        inputMode={clip.kind === 'still' ? 'decimal' : 'text'}
        title={clip.kind === 'still' ? undefined : 'Hours:minutes:seconds:frames, or seconds such as 75.5'}
        value={draft}
        onInput={({ currentTarget }) => setDraft(currentTarget.value)}
        onChange={done}
      />
    </label>
  );
};

const VolumeField = ({ clip, save }: { readonly clip: Clip; readonly save: SaveClip }) => {
  const [draft, setDraft, settle] = useDraft(String(clip.volumePercent));
  return (
    <label class="field">
      Volume {Math.round(Number(draft))} %
      <input
        type="range"
        min={0}
        max={100}
        value={draft}
        onInput={({ currentTarget }) => setDraft(currentTarget.value)}
        onChange={({ currentTarget }) => void settle(save({ volumePercent: Number(currentTarget.value) }))}
      />
    </label>
  );
};
