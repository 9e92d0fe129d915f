// The Fire view: what is on, how long it still runs, and the clips as tiles.
import { useMemo, useReducer } from 'preact/hooks';
import { goToLast, setSpeed, showSplash, skip, step, stop, toggle } from '../../actions/actions.ts';
import type { Clip } from '../../client/api.ts';
import { clipById, clips, link, transport } from '../../client/event-stream.ts';
import { useStore } from '../../client/store.ts';
import { Icon, type IconName } from '../../components/icon.tsx';
import { type Place, toListPlace, Windowed } from '../../components/windowed.tsx';
import { toStateWord, toTally } from '../../format/tally.ts';
import { KeyLine } from '../../keys/key-list.tsx';
import { FIRE_KEYS, PROGRESS_KEYS } from '../../keys/key-tables.ts';
import { useKeyHelp } from '../../keys/use-keys.ts';
import { ClipTile } from './clip-tile.tsx';
import { RemainingTime } from './clock.tsx';
import { Finder, useFinder } from './finder.tsx';
import { useFireKeys } from './fire-keys.ts';
import { Losing } from './losing.tsx';
import { Darkness, MasterControls } from './master-controls.tsx';
import { Progress } from './progress.tsx';

const drawTile = (clip: Clip, place: Place) => (
  <li {...toListPlace(place)}>
    <ClipTile clip={clip} />
  </li>
);

export const FireView = () => {
  const list = useStore(clips, (all) => all);
  const state = useStore(link, (value) => value);
  const { found, ...finder } = useFinder(useMemo(() => list.slice(1), [list]));
  useFireKeys();
  useKeyHelp(PROGRESS_KEYS);
  return (
    <>
      <h1 class="sr">Fire</h1>
      <Program />
      <MasterControls />
      {list.length > 1 ? (
        <>
          <Finder {...finder} found={found} />
          <Windowed as="ul" class="tiles" label="Clips" items={found} draw={drawTile} />
          {found.length === 0 && <p class="empty">No clip is called that, or has that number.</p>}
        </>
      ) : (
        <p class="empty">
          {state === 'open' ? (
            <>
              There are no clips yet. Drop some on this page, or <a href="#library">choose them in the Library.</a>
            </>
          ) : (
            'Waiting for the player…'
          )}
        </p>
      )}
      <KeyLine section={FIRE_KEYS} />
    </>
  );
};

const Program = () => {
  const list = useStore(clips, (all) => all);
  const [, redraw] = useReducer((count: number, _action: undefined) => count + 1, 0);
  const { clipId, state, speed, playerRunning, fault, losses } = useStore(transport, (value) => value);
  const clip = clipById(list, clipId);
  const isSplash = clipId === 'splash';
  const tally = toTally({ clipId, state });
  return (
    <section class="program" data-state={isSplash ? 'splash' : state} data-tally={tally} aria-label="Program">
      <div class="title">
        <span class="badge">
          {isSplash ? 'Splash' : toStateWord(state)}
          {tally === 'standing' && <span class="where">, on the output</span>}
        </span>
        <span class="name">{isSplash ? 'Splash screen' : clip?.name}</span>
        <Darkness />
        {!playerRunning && <span class="trouble">The player is restarting…</span>}
        {fault && <span class="trouble">{fault.message}</span>}
        {losses && <Losing losses={losses} />}
      </div>
      <RemainingTime />
      <Progress clip={clip} />
      <fieldset class="controls">
        <legend class="sr">Transport</legend>
        <Control label="Back 10 s" sign="−10" run={() => skip(-10)} />
        <Control label="Frame back" icon="frame-back" run={() => step(-1)} />
        <Control
          label={state === 'playing' ? 'Pause' : 'Play'}
          icon={state === 'playing' ? 'pause' : 'play'}
          run={toggle}
          main
        />
        <Control label="Stop" icon="stop" run={stop} />
        <Control label="Frame on" icon="frame-on" run={() => step(1)} />
        <Control label="On 10 s" sign="+10" run={() => skip(10)} />
        <Control label="Last 10 s" sign="Last 10" run={() => goToLast(10)} />
        <Control label="Splash screen" sign="Splash" run={showSplash} />
        <label class="speed">
          <span class="sr">Speed</span>
          <select
            value={String(speed)}
            // Shows the device's value, also after a rejection.
            onChange={({ currentTarget }) => void setSpeed(Number(currentTarget.value)).then(() => redraw(undefined))}
          >
            {SPEEDS.includes(speed) ? null : <option value={String(speed)}>{speed}×</option>}
            {SPEEDS.map((factor) => (
              <option key={factor} value={String(factor)}>
                {factor}×
              </option>
            ))}
          </select>
        </label>
        <a class="button" href="/countdown" target="_blank" rel="noreferrer">
          Countdown
        </a>
      </fieldset>
    </section>
  );
};

const SPEEDS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 4];

const Control = (props: {
  readonly label: string;
  readonly icon?: IconName;
  readonly sign?: string;
  readonly run: () => Promise<void>;
  readonly main?: boolean;
}) => (
  <button
    type="button"
    class={props.main ? 'main' : ''}
    aria-label={props.label}
    title={props.label}
    onClick={(event) => {
      if (event.detail > 0) event.currentTarget.blur();
      void props.run();
    }}
  >
    {props.icon && <Icon name={props.icon} />}
    {props.sign && <span aria-hidden="true">{props.sign}</span>}
  </button>
);
