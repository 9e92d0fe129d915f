// The big remaining time; drawn by the frame, without rendering anything else.
import { useEffect, useRef } from 'preact/hooks';
import { nowSeconds, transport } from './live.ts';
import { toClock } from './words.ts';

const AMBER_SECONDS = 10;
const RED_SECONDS = 5;

/** Seconds until the out point at the speed that is set. */
export const remainingSeconds = (): number => {
  const { outSeconds, speed } = transport.get();
  return Math.max(0, (outSeconds - nowSeconds()) / (speed > 0 ? speed : 1));
};

const toUrgency = (seconds: number): string => {
  const { state, clipId } = transport.get();
  if (clipId === 'splash') return 'idle';
  if (state !== 'playing') return state === 'ended' ? 'over' : 'standing';
  return seconds <= RED_SECONDS ? 'red' : seconds <= AMBER_SECONDS ? 'amber' : 'running';
};

/** Calls with every picture that the screen shows. */
export const useFrames = (draw: () => void): void => {
  const latest = useRef(draw);
  latest.current = draw;
  useEffect(() => {
    let request = 0;
    const next = (): void => {
      latest.current();
      request = requestAnimationFrame(next);
    };
    next();
    return () => cancelAnimationFrame(request);
  }, []);
};

export const RemainingTime = () => {
  const element = useRef<HTMLDivElement>(null);
  useFrames(() => {
    const { current } = element;
    if (current === null) return;
    const seconds = remainingSeconds();
    const urgency = toUrgency(seconds);
    const text = urgency === 'idle' ? '–:––.–' : toClock(seconds);
    if (current.textContent !== text) current.textContent = text;
    // Where the width is short, its letters are as large as their number allows.
    if (current.style.getPropertyValue('--letters') !== String(text.length))
      current.style.setProperty('--letters', String(text.length));
    if (current.dataset.urgency !== urgency) current.dataset.urgency = urgency;
  });
  return <div ref={element} class="remaining" role="timer" aria-label="Remaining time" data-urgency="idle" />;
};
