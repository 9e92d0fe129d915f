// The Show view, for the dark booth: what is on air, what stands by, GO, and the list.
import { KeyLine } from '../../keys/key-list.tsx';
import { SHOW_KEYS } from '../../keys/key-tables.ts';
import { GoAndPanic } from './go.tsx';
import { ListPanel } from './list-panel.tsx';
import { OnAir } from './on-air.tsx';
import { ShowControls } from './show-controls.tsx';
import { useShowKeys } from './show-keys.ts';
import { Standby } from './standby.tsx';
import { useStandbyInSight } from './standby-in-sight.ts';

export const ShowView = () => {
  useShowKeys();
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
      <KeyLine section={SHOW_KEYS} />
    </>
  );
};
