// The controls of the show besides GO: to the items beside, pause, stop, and the master.
import { stop, toggle } from '../../actions/actions.ts';
import { goToNext, goToPrevious } from '../../actions/show-actions.ts';
import { transport } from '../../client/event-stream.ts';
import { useStore } from '../../client/store.ts';
import { Icon, type IconName } from '../../components/icon.tsx';
import { MasterControls } from '../fire/master-controls.tsx';

export const ShowControls = () => {
  const isPlaying = useStore(transport, ({ state }) => state === 'playing');
  return (
    <div class="show-controls">
      <fieldset>
        <legend class="sr">Transport</legend>
        <Control label="Previous" run={goToPrevious} title="The item before: plays if something plays, else is cued" />
        <Control label={isPlaying ? 'Pause' : 'Play'} icon={isPlaying ? 'pause' : 'play'} run={toggle} />
        <Control label="Stop" icon="stop" run={stop} />
        <Control label="Next" run={goToNext} title="The item after: plays if something plays, else is cued" />
      </fieldset>
      <MasterControls />
    </div>
  );
};

const Control = (props: {
  readonly label: string;
  readonly icon?: IconName;
  readonly title?: string;
  readonly run: () => Promise<void>;
}) => (
  <button type="button" title={props.title} onClick={() => void props.run()}>
    {props.icon && <Icon name={props.icon} />}
    {props.label}
  </button>
);
