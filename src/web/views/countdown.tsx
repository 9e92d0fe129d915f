// The remaining time alone, for a stage monitor.
import { useState } from 'preact/hooks';
import { clipById, clips, link, transport } from '../client/event-stream.ts';
import { useStore } from '../client/store.ts';
import { toStateText, toTally } from '../format/tally.ts';
import { RemainingTime } from './fire/clock.tsx';

export const Countdown = () => {
  const list = useStore(clips, (all) => all);
  const { clipId, state } = useStore(transport, (value) => value);
  const isOpen = useStore(link, (value) => value === 'open');
  const [isFull, setFull] = useState(false);
  const isEmpty = clipId === 'splash';
  const clip = clipById(list, clipId);
  const fill = (): void => {
    if (document.fullscreenElement) void document.exitFullscreen().then(() => setFull(false));
    else void document.documentElement.requestFullscreen().then(() => setFull(true));
  };
  return (
    <main class="countdown" data-state={state} data-tally={toTally({ clipId, state })}>
      <h1 class="name">{isEmpty ? 'No clip' : clip?.name}</h1>
      <RemainingTime />
      <p class="state">
        {isOpen
          ? isEmpty
            ? 'Nothing counts down: no clip is on the output.'
            : toStateText({ clipId, state })
          : 'Connecting to the player…'}
      </p>
      <button type="button" class="plain full" onClick={fill}>
        {isFull ? 'Leave full screen' : 'Full screen'}
      </button>
    </main>
  );
};
