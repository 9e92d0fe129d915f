// Name, points as numbers, end action, fades and sound of a clip; each is saved when it is changed.
import type { FrameRate } from '../../../deck/clips/clip.ts';
import type { Clip, ClipPatch } from '../../client/api.ts';
import { Conflict, useDraft } from '../../components/draft.tsx';
import { parseClipTime, toClipTime } from '../../format/clip-time.ts';
import { END_ACTIONS } from '../../format/format.ts';
import { LoudnessLine } from './loudness-line.tsx';

type EndAction = Clip['endAction'];

/** Resolves to true when the device accepted it. */
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
    {clip.kind !== 'splash' && (
      <>
        <FadeField label="Fade in (s)" seconds={clip.fadeInSeconds} save={(fadeInSeconds) => save({ fadeInSeconds })} />
        <FadeField
          label="Fade out (s)"
          seconds={clip.fadeOutSeconds}
          save={(fadeOutSeconds) => save({ fadeOutSeconds })}
        />
      </>
    )}
    <VolumeField clip={clip} save={save} />
    <label class="field check">
      <input
        type="checkbox"
        checked={clip.muted}
        onChange={({ currentTarget }) => void save({ muted: currentTarget.checked })}
      />
      Mute
    </label>
    <LoudnessLine clip={clip} save={save} />
  </div>
);

const TextField = (props: {
  readonly label: string;
  readonly value: string;
  readonly save: (text: string) => Promise<boolean>;
}) => {
  const draft = useDraft(props.value);
  const save = (): void => draft.save(() => props.save(draft.text));
  const done = (): void => {
    if (draft.theirs !== undefined) return;
    if (draft.text.trim() === '' || draft.text === props.value) draft.drop();
    else save();
  };
  return (
    <>
      <label class="field wide">
        {props.label}
        <input
          type="text"
          maxLength={120}
          value={draft.text}
          onInput={({ currentTarget }) => draft.type(currentTarget.value)}
          onChange={done}
        />
      </label>
      <Conflict draft={draft} save={save} />
    </>
  );
};

/** Shows a timecode for a video and seconds for a still; accepts both. */
const TimeField = (props: {
  readonly label: string;
  readonly clip: Clip;
  readonly seconds: number;
  readonly save: (seconds: number) => Promise<boolean>;
}) => {
  const { clip, seconds, ...rest } = props;
  const rate = clip.media?.frameRate;
  const shown =
    clip.kind === 'still'
      ? { text: String(seconds) }
      : { text: toClipTime(seconds, rate), title: 'Hours:minutes:seconds:frames, or seconds such as 75.5' };
  return <SecondsField {...rest} {...shown} seconds={seconds} rate={rate} />;
};

const FadeField = (props: {
  readonly label: string;
  readonly seconds: number;
  readonly save: (seconds: number) => Promise<boolean>;
}) => (
  <SecondsField
    {...props}
    text={String(props.seconds)}
    rate={undefined}
    title="Picture and sound together, up to 60 seconds; 0: no fade"
  />
);

const SecondsField = (props: {
  readonly label: string;
  /** The value as it is shown. */
  readonly text: string;
  readonly seconds: number;
  readonly rate: FrameRate | undefined;
  readonly title?: string;
  readonly save: (seconds: number) => Promise<boolean>;
}) => {
  const { label, text, seconds, rate, title } = props;
  const draft = useDraft(text);
  const saveTyped = (): void => {
    const typed = parseClipTime(draft.text, rate);
    if (typed === undefined || typed === seconds) draft.drop();
    else draft.save(() => props.save(typed));
  };
  const done = (): void => {
    if (draft.theirs === undefined) saveTyped();
  };
  return (
    <>
      <label class="field">
        {label}
        <input
          type="text"
          inputMode={text.includes(':') ? 'text' : 'decimal'}
          title={title}
          value={draft.text}
          onInput={({ currentTarget }) => draft.type(currentTarget.value)}
          onChange={done}
        />
      </label>
      <Conflict draft={draft} save={saveTyped} />
    </>
  );
};

const VolumeField = ({ clip, save }: { readonly clip: Clip; readonly save: SaveClip }) => {
  const draft = useDraft(String(clip.volumePercent));
  return (
    <label class="field">
      Volume {Math.round(Number(draft.text))} %
      <input
        type="range"
        min={0}
        max={100}
        value={draft.text}
        onInput={({ currentTarget }) => draft.type(currentTarget.value)}
        onChange={({ currentTarget }) => draft.save(() => save({ volumePercent: Number(currentTarget.value) }))}
      />
    </label>
  );
};
