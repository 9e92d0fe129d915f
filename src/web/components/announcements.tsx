// Screen-reader announcements of output and connection.
import { useEffect } from 'preact/hooks';
import { clipById, clips, link, transport } from '../client/event-stream.ts';
import { createStore, useStore } from '../client/store.ts';
import { type Shown, toSpoken, toSpokenLink } from '../format/announcement-text.ts';

const spoken = createStore('');

/** Announces a text to screen readers; repeats an identical one. */
export const announce = (text: string): void => spoken.set(spoken.get() === text ? `${text}\u00a0` : text);

const follow = (): (() => void) => {
  let shown: Shown | undefined = link.get() === 'open' ? transport.get() : undefined;
  let linked = link.get();
  const stops = [
    transport.subscribe(() => {
      const now = transport.get();
      const text = toSpoken(shown, now, clipById(clips.get(), now.clipId)?.name ?? '');
      shown = now;
      if (text !== undefined) announce(text);
    }),
    link.subscribe(() => {
      // A channel that is still connecting has no state to lose.
      const now = link.get() === 'connecting' ? linked : link.get();
      const text = toSpokenLink(linked, now);
      linked = now;
      if (text !== undefined) announce(text);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
};

export const Announcements = () => {
  const text = useStore(spoken, (value) => value);
  useEffect(follow, []);
  return (
    <p class="sr" role="status" aria-live="polite" data-spoken="">
      {text}
    </p>
  );
};
