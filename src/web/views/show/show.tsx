// The Show view, for the dark booth: what is on air, what stands by, GO, and the list.
import { useEffect } from 'preact/hooks';
import { GoAndPanic } from './go.tsx';
import { ListPanel } from './list-panel.tsx';
import { OnAir } from './on-air.tsx';
import { ShowControls } from './show-controls.tsx';
import { listenToShowKeys } from './show-keys.ts';
import { Standby } from './standby.tsx';
import { useStandbyInSight } from './standby-in-sight.ts';

export const ShowView = () => {
  useEffect(listenToShowKeys, []);
  useStandbyInSight();
  return (
    <>
      <h1 class="sr">Show</h1>
      <div class="decks" data-covers="">
        <OnAir />
        <Standby />
        <GoAndPanic />
      </div>
      <ShowControls />
      <ListPanel />
      <p class="keys">
        <kbd>Space</kbd> <kbd>Enter</kbd> <kbd>Page ↓</kbd> GO · <kbd>↑</kbd> <kbd>↓</kbd> <kbd>Page ↑</kbd> choose what
        stands by · <kbd>Esc</kbd> panic: fade to black, twice: cut · <kbd>B</kbd> <kbd>.</kbd> black and back
      </p>
    </>
  );
};
