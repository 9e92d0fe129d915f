// The big remaining time; drawn by the frame, without rendering anything else.
import { useEffect, useRef } from 'preact/hooks';
import { nowSeconds, transport, waitSeconds } from '../../client/event-stream.ts';
import { toClock } from '../../format/format.ts';
import { toRemaining } from '../../format/remaining.ts';

/** Calls `draw` on every animation frame. */
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
    const { text, urgency } = toRemaining(transport.get(), nowSeconds());
    if (current.textContent !== text) current.textContent = text;
    // On narrow screens the letters are as large as their number allows.
    if (current.style.getPropertyValue('--letters') !== String(text.length))
      current.style.setProperty('--letters', String(text.length));
    if (current.dataset.urgency !== urgency) current.dataset.urgency = urgency;
    const label = text === '∞' ? 'Remaining time: it goes round without an end' : 'Remaining time';
    if (current.getAttribute('aria-label') !== label) current.setAttribute('aria-label', label);
  });
  return <div ref={element} class="remaining" role="timer" aria-label="Remaining time" data-urgency="idle" />;
};

/** What remains of the wait that runs. */
export const WaitTime = () => {
  const element = useRef<HTMLSpanElement>(null);
  useFrames(() => {
    const text = toClock(waitSeconds());
    if (element.current !== null && element.current.textContent !== text) element.current.textContent = text;
  });
  return <span ref={element} class="time" role="timer" aria-label="Remaining wait" />;
};
