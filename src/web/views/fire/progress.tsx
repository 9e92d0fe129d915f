// How far the section has run, as a slider: a press goes there, and so do keys.
import { useRef } from 'preact/hooks';
import { frameSecondsOf } from '../../../deck/clips/timecode.ts';
import { goTo, skip } from '../../actions/actions.ts';
import type { Clip } from '../../client/api.ts';
import { nowSeconds, transport } from '../../client/event-stream.ts';
import { toSpokenTime } from '../../format/clip-time.ts';
import { toClock } from '../../format/format.ts';
import { runKey } from '../../keys/key-row.ts';
import { PROGRESS_KEYS } from '../../keys/key-tables.ts';
import { useFrames } from './clock.tsx';

const STEP_SECONDS = 1;
const LARGE_STEP_SECONDS = 10;
const stepOf = ({ shiftKey }: KeyboardEvent): number => (shiftKey ? LARGE_STEP_SECONDS : STEP_SECONDS);

/** Relative to the position. */
const toActions = (clip: Clip) => ({
  'position.back': (event: KeyboardEvent) => skip(-stepOf(event)),
  'position.on': (event: KeyboardEvent) => skip(stepOf(event)),
  'position.far-back': () => skip(-LARGE_STEP_SECONDS),
  'position.far-on': () => skip(LARGE_STEP_SECONDS),
  'position.start': () => goTo(clip.inSeconds),
  // The last frame of the section is a little before its end.
  'position.end': () => goTo(Math.max(clip.inSeconds, transport.get().outSeconds - frameSecondsOf(clip))),
});

export const Progress = ({ clip }: { readonly clip: Clip | undefined }) => {
  const bar = useRef<HTMLDivElement>(null);
  const time = useRef<HTMLSpanElement>(null);
  const video = clip?.kind === 'video' ? clip : undefined;
  useFrames(() => {
    const { clipId, outSeconds, state } = transport.get();
    const now = nowSeconds();
    const from = clip?.inSeconds ?? 0;
    const part = clipId === 'splash' || outSeconds <= from ? 0 : (now - from) / (outSeconds - from);
    bar.current?.style.setProperty('--part', String(Math.max(0, Math.min(1, part))));
    const text = clipId === 'splash' ? '' : `${toClock(now)} / ${toClock(outSeconds)}`;
    if (time.current !== null && time.current.textContent !== text) time.current.textContent = text;
    if (bar.current === null || video === undefined) return;
    // During playback screen readers get whole seconds.
    const spoken = state === 'playing' ? Math.floor(now) : now;
    if (bar.current.getAttribute('aria-valuenow') === String(spoken)) return;
    const [here, end] = [spoken, outSeconds].map((seconds) => toSpokenTime(seconds, video.media?.frameRate));
    bar.current.setAttribute('aria-valuemax', String(outSeconds));
    bar.current.setAttribute('aria-valuenow', String(spoken));
    bar.current.setAttribute('aria-valuetext', `${here} of ${end}`);
  });
  if (video === undefined) {
    return (
      <div class="progress-row">
        <div ref={bar} class="progress" />
        <span ref={time} class="time" />
      </div>
    );
  }
  const go = (event: MouseEvent): void => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const part = Math.max(0, Math.min(1, (event.clientX - box.left) / box.width));
    (event.currentTarget as HTMLElement).blur();
    void goTo(video.inSeconds + part * (transport.get().outSeconds - video.inSeconds));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // In the rest of the view these arrows step by frames.
    if (runKey(PROGRESS_KEYS, toActions(video), event)) event.stopPropagation();
  };
  return (
    <div class="progress-row">
      <div
        ref={bar}
        class="progress"
        role="slider"
        tabIndex={0}
        aria-label="Position"
        aria-valuemin={video.inSeconds}
        aria-valuemax={video.outSeconds}
        aria-valuenow={video.inSeconds}
        title="Press to go there; ← → by seconds, with Shift by 10 s, Home and End"
        onClick={go}
        onKeyDown={onKeyDown}
      />
      <span ref={time} class="time" />
    </div>
  );
};
