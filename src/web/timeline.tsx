// The length of a file as a filmstrip, with its in and out point to drag or to step.
import { useEffect, useRef } from 'preact/hooks';
import { type Clip, toUrl } from './api.ts';
import { useFrames } from './clock.tsx';
import { link, pictures } from './live.ts';
import type { Preview } from './preview.tsx';
import { useStore } from './store.ts';
import { frameSecondsOf } from './trim.tsx';
import { toClock } from './words.ts';

interface Points {
  readonly inSeconds: number;
  readonly outSeconds: number;
}

/** Where the strip's picture is, once it is made. */
const useFilmstrip = (clip: Clip): string | undefined => {
  const version = useStore(pictures, (all) => all[clip.id]?.filmstrip);
  const isOpen = useStore(link, (value) => value === 'open');
  useEffect(() => {
    if (version !== undefined || !isOpen) return;
    // The request itself is the wish; the live channel tells when it is fulfilled.
    void fetch(toUrl('/clips/{id}/filmstrip', { id: clip.id })).catch(() => undefined);
  }, [clip.id, version, isOpen]);
  return version && `${toUrl('/clips/{id}/filmstrip', { id: clip.id })}?v=${version}`;
};

export const Timeline = (props: {
  readonly clip: Clip;
  readonly inSeconds: number;
  readonly outSeconds: number;
  readonly preview: Preview;
  /** @param at where the picture is wanted */
  readonly onDrag: (points: Points, at: number) => void;
  readonly onDone: (points: Points) => void;
  /** A drag that counts for nothing. */
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
  useFrames(() => head.current?.style.setProperty('--at', String(preview.position() / durationSeconds)));

  /** On a frame, and on its own side of the other point. */
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
    onDrag(points, end === 'in' ? points.inSeconds : points.outSeconds - frame);

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
        if (points !== undefined) onDone(points);
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
      const direction = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1, ',': -1, '.': 1 }[event.key];
      if (direction === undefined) return;
      event.preventDefault();
      const by = direction * (event.shiftKey ? 1 : frame);
      const points = withPoint(end, (end === 'in' ? latest.current.inSeconds : latest.current.outSeconds) + by);
      show(end, points);
      onDone(points);
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
        <div ref={head} class="head" />
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
              aria-valuetext={toClock(seconds)}
              title="Drag, or step by frames with ← → (with Shift by seconds)"
              onPointerDown={startDrag(end)}
              onKeyDown={onKeyDown(end)}
            />
          );
        })}
      </div>
    </div>
  );
};
