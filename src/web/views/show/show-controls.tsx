// The controls of the show besides GO: previous and next item, pause, stop, and the master.
import { stop, toggle } from '../../actions/actions.ts';
import { goToNext, goToPrevious } from '../../actions/show-actions.ts';
import { transport } from '../../client/event-stream.ts';
import { useStore } from '../../client/store.ts';
import { Icon, type IconName } from '../../components/icon.tsx';
import { MasterControls } from '../fire/master-controls.tsx';
import { Meter } from './meter.tsx';

export const ShowControls = () => {
  const isPlaying = useStore(transport, ({ state }) => state === 'playing');
  return (
    <div class="show-controls">
      <fieldset>
        <legend class="sr">Transport</legend>
        <Control
          label="Previous"
          run={goToPrevious}
          title="The item before: fires it if something plays, else cues it"
        />
        <Control label={isPlaying ? 'Pause' : 'Play'} icon={isPlaying ? 'pause' : 'play'} run={toggle} />
        <Control label="Stop" icon="stop" run={stop} />
        <Control label="Next" run={goToNext} title="The item after: fires it if something plays, else cues it" />
      </fieldset>
      <MasterControls />
      <Meter />
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
