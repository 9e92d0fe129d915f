// The remaining time alone, for a stage monitor; with `?overlay` on a transparent ground, to lay over a picture in a vision mixer.
import { useEffect, useRef, useState } from 'preact/hooks';
import { clipById, clips, link, nowSeconds, transport, waitSeconds } from '../client/event-stream.ts';
import { content, showList } from '../client/list-content.ts';
import { useStore } from '../client/store.ts';
import { toListRemaining, toRestText, toWaitText } from '../format/show-text.ts';
import { toStateText, toTally } from '../format/tally.ts';
import { RemainingTime, useFrames, WaitTime } from './fire/clock.tsx';

export const isOverlay = location.pathname === '/countdown' && new URLSearchParams(location.search).has('overlay');

export const Countdown = () => {
  const list = useStore(clips, (all) => all);
  const { clipId, state, listId, waiting } = useStore(transport, (value) => value);
  const isOpen = useStore(link, (value) => value === 'open');
  useEffect(() => showList(listId ?? undefined), [listId]);
  const isEmpty = clipId === 'splash';
  // A time that may be wrong must not stand over a picture that others see.
  if (isOverlay && (!isOpen || (isEmpty && waiting === null))) return <main class="countdown" />;
  return (
    <main class="countdown" data-state={state} data-tally={toTally({ clipId, state })}>
      <h1 class="name">{isEmpty ? 'No clip' : clipById(list, clipId)?.name}</h1>
      <RemainingTime />
      <p class="list">
        {waiting !== null && (
          <span>
            {toWaitText(waiting.kind, clipById(list, waiting.clipId)?.name ?? '')} <WaitTime />
          </span>
        )}
        {listId !== null && <ListTime />}
      </p>
      {!isOverlay && (
        <>
          <p class="state">
            {isOpen
              ? isEmpty
                ? 'Nothing counts down: no clip is on the output.'
                : toStateText({ clipId, state })
              : 'Connecting to the player…'}
          </p>
          <FullScreen />
        </>
      )}
    </main>
  );
};

const FullScreen = () => {
  const [isFull, setFull] = useState(false);
  const fill = (): void => {
    if (document.fullscreenElement) void document.exitFullscreen().then(() => setFull(false));
    else void document.documentElement.requestFullscreen().then(() => setFull(true));
  };
  return (
    <button type="button" class="plain full" onClick={fill}>
      {isFull ? 'Leave full screen' : 'Full screen'}
    </button>
  );
};

/** The rest of the items that follow by themselves. */
const ListTime = () => {
  const line = useRef<HTMLSpanElement>(null);
  useFrames(() => {
    const now = transport.get();
    const item = content.get()?.items.find(({ id }) => id === now.itemId);
    const rest = toListRemaining(now, nowSeconds(), item?.inCountdown !== false, waitSeconds());
    const text = rest === undefined ? '' : toRestText(rest);
    if (line.current !== null && line.current.textContent !== text) line.current.textContent = text;
  });
  return <span ref={line} class="rest" />;
};
