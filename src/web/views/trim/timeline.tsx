// The length of a file as a filmstrip, with its in and out point to drag or to step.
import { useEffect, useRef } from 'preact/hooks';
import { frameSecondsOf } from '../../../deck/clips/timecode.ts';
import { type Clip, call, toUrl } from '../../client/api.ts';
import { link, pictures } from '../../client/event-stream.ts';
import { useStore } from '../../client/store.ts';
import { toClipTime, toSpokenTime } from '../../format/clip-time.ts';
import { runKey } from '../../keys/key-row.ts';
import { TIMELINE_KEYS } from '../../keys/key-tables.ts';
import { useKeyHelp } from '../../keys/use-keys.ts';
import { useFrames } from '../fire/clock.tsx';
import type { Preview } from './preview.tsx';

const LARGE_STEP_SECONDS = 10;

export interface Points {
  readonly inSeconds: number;
  readonly outSeconds: number;
}

/** URL of the filmstrip, once it is rendered. */
const useFilmstrip = (clip: Clip): string | undefined => {
  const version = useStore(pictures, (all) => all[clip.id]?.filmstrip);
  const hasTrouble = useStore(pictures, (all) => all[clip.id]?.trouble !== undefined);
  const isOpen = useStore(link, (value) => value === 'open');
  useEffect(() => {
    if (version !== undefined || hasTrouble || !isOpen) return;
    // The live channel reports the result.
    void call('post', '/clips/{id}/filmstrip', { path: { id: clip.id } }).catch(() => undefined);
  }, [clip.id, version, hasTrouble, isOpen]);
  return version && `${toUrl('/clips/{id}/filmstrip', { id: clip.id })}?v=${version}`;
};

/** The moved point only. */
const only = (end: 'in' | 'out', { inSeconds, outSeconds }: Points): Partial<Points> =>
  end === 'in' ? { inSeconds } : { outSeconds };

/** @param slider one of the three */
const toSliderActions = (slider: {
  readonly from: number;
  readonly frameSeconds: number;
  readonly durationSeconds: number;
  readonly moveTo: (seconds: number) => void;
}) => {
  const { from, frameSeconds, durationSeconds, moveTo } = slider;
  const stepOf = ({ shiftKey }: KeyboardEvent): number => (shiftKey ? 1 : frameSeconds);
  return {
    'point.back': (event: KeyboardEvent) => moveTo(from - stepOf(event)),
    'point.on': (event: KeyboardEvent) => moveTo(from + stepOf(event)),
    'point.far-back': () => moveTo(from - LARGE_STEP_SECONDS),
    'point.far-on': () => moveTo(from + LARGE_STEP_SECONDS),
    'point.start': () => moveTo(0),
    'point.end': () => moveTo(durationSeconds),
  };
};

export const Timeline = (props: {
  readonly clip: Clip;
  readonly inSeconds: number;
  readonly outSeconds: number;
  readonly preview: Preview;
  /** @param at position to show */
  readonly onDrag: (point: Partial<Points>, at: number) => void;
  readonly onDone: (point: Partial<Points>) => void;
  /** Cancels the drag. */
  readonly onBreak: () => void;
}) => {
  const { clip, inSeconds, outSeconds, preview, onDrag, onDone, onBreak } = props;
  const { durationSeconds } = clip;
  const frame = frameSecondsOf(clip);
  const strip = useFilmstrip(clip);
  const box = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const latest = useRef<Points>({ inSeconds, outSeconds });
  latest.current = { inSeconds, outSeconds };
  const rate = clip.media?.frameRate;
  useKeyHelp(TIMELINE_KEYS);
  useFrames(() => {
    const { current } = head;
    if (current === null) return;
    const at = preview.position();
    current.style.setProperty('--at', String(at / durationSeconds));
    if (current.getAttribute('aria-valuenow') === String(at)) return;
    current.setAttribute('aria-valuenow', String(at));
    current.setAttribute('aria-valuetext', toSpokenTime(at, rate));
  });

  /** Snaps a point to a frame, and keeps it on its side of the other point. */
  const withPoint = (end: 'in' | 'out', seconds: number): Points => {
    const snapped = Math.round(Math.round(seconds / frame) * frame * 1000) / 1000;
    const points = latest.current;
    return end === 'in'
      ? { ...points, inSeconds: Math.max(0, Math.min(snapped, points.outSeconds - frame)) }
      : { ...points, outSeconds: Math.min(durationSeconds, Math.max(snapped, points.inSeconds + frame)) };
  };
  const secondsAt = (clientX: number): number => {
    const area = box.current?.getBoundingClientRect();
    return area === undefined ? 0 : ((clientX - area.left) / area.width) * durationSeconds;
  };
  const show = (end: 'in' | 'out', points: Points): void =>
    onDrag(only(end, points), end === 'in' ? points.inSeconds : points.outSeconds - frame);

  const startDrag =
    (end: 'in' | 'out') =>
    (event: PointerEvent): void => {
      const handle = event.currentTarget as HTMLElement;
      event.preventDefault();
      event.stopPropagation();
      handle.focus();
      handle.setPointerCapture(event.pointerId);
      let points: Points | undefined;
      const follow = ({ clientX }: PointerEvent): void => {
        points = withPoint(end, secondsAt(clientX));
        show(end, points);
      };
      const letGo = (): void => {
        handle.removeEventListener('pointermove', follow);
        handle.removeEventListener('pointerup', finish);
        handle.removeEventListener('pointercancel', cancel);
      };
      const finish = (): void => {
        letGo();
        if (points !== undefined) onDone(only(end, points));
      };
      const cancel = (): void => {
        letGo();
        onBreak();
      };
      handle.addEventListener('pointermove', follow);
      handle.addEventListener('pointerup', finish);
      handle.addEventListener('pointercancel', cancel);
    };
  const onKeyDown =
    (end: 'in' | 'out') =>
    (event: KeyboardEvent): void => {
      const from = end === 'in' ? latest.current.inSeconds : latest.current.outSeconds;
      const moveTo = (seconds: number): void => {
        const points = withPoint(end, seconds);
        show(end, points);
        onDone(only(end, points));
      };
      runKey(TIMELINE_KEYS, toSliderActions({ from, moveTo, frameSeconds: frame, durationSeconds }), event);
    };
  const onHeadKeyDown = (event: KeyboardEvent): void => {
    const moveTo = (seconds: number): void => preview.seek(Math.max(0, Math.min(durationSeconds - frame, seconds)));
    const from = preview.position();
    runKey(TIMELINE_KEYS, toSliderActions({ from, moveTo, frameSeconds: frame, durationSeconds }), event);
  };

  return (
    <div class="timeline">
      <div
        ref={box}
        class="strip"
        style={{ '--in': inSeconds / durationSeconds, '--out': outSeconds / durationSeconds }}
        onPointerDown={(event) => preview.seek(secondsAt(event.clientX))}
      >
        {strip === undefined ? (
          <span class="wait">The filmstrip comes when the player has time.</span>
        ) : (
          <img src={strip} alt="" draggable={false} />
        )}
        <div class="cut before" />
        <div class="cut after" />
        <div
          ref={head}
          class="head"
          role="slider"
          tabIndex={0}
          aria-label="Preview position"
          aria-valuemin={0}
          aria-valuemax={durationSeconds}
          aria-valuenow={0}
          onKeyDown={onHeadKeyDown}
        />
        {(['in', 'out'] as const).map((end) => {
          const seconds = end === 'in' ? inSeconds : outSeconds;
          return (
            <button
              key={end}
              type="button"
              class={`point ${end}`}
              role="slider"
              aria-label={end === 'in' ? 'In point' : 'Out point'}
              aria-valuemin={0}
              aria-valuemax={durationSeconds}
              aria-valuenow={seconds}
              aria-valuetext={toSpokenTime(seconds, rate)}
              title={`${toClipTime(seconds, rate)}: drag, or step by frames with ← → (with Shift by seconds)`}
              onPointerDown={startDrag(end)}
              onKeyDown={onKeyDown(end)}
            />
          );
        })}
      </div>
    </div>
  );
};
