// Black, fade, mute and master volume: over whatever plays, with what they stand at.
import { useRef, useState } from 'preact/hooks';
import { fade, mute, setVolume } from '../../actions/actions.ts';
import { transport } from '../../client/event-stream.ts';
import { useStore } from '../../client/store.ts';

const FADE_SECONDS = 2;

export const MasterControls = () => {
  const { fade: shown, volumePercent, muted } = useStore(transport, (value) => value);
  const isDark = shown.to === 'black';
  const isBlack = isDark && shown.level === 0;
  const target = isDark ? 'picture' : 'black';
  return (
    <fieldset class="master">
      <legend class="sr">Master</legend>
      <Switch label="Black" isOn={isBlack} run={() => fade(isBlack ? 'picture' : 'black', 0)} />
      <Switch label={`Fade ${FADE_SECONDS} s`} isOn={isDark} run={() => fade(target, FADE_SECONDS)} />
      <Switch label="Mute" isOn={muted} run={() => mute(!muted)} />
      <Volume percent={volumePercent} />
    </fieldset>
  );
};

/** What is on air but not seen must not be overlooked: it stands where the clip's name does. */
export const Darkness = () => {
  const { to, level } = useStore(transport, ({ fade: shown }) => shown);
  return (
    <span class="dark" role="status">
      {to === 'black' && (level === 0 ? 'The output is black.' : 'Fading to black…')}
    </span>
  );
};

const Switch = (props: { readonly label: string; readonly isOn: boolean; readonly run: () => Promise<void> }) => (
  <button
    type="button"
    aria-pressed={props.isOn}
    onClick={(event) => {
      if (event.detail > 0) event.currentTarget.blur();
      void props.run();
    }}
  >
    {props.label}
  </button>
);

/** While it is moved it shows the hand's value, and sends the latest as soon as the one before is answered. */
const Volume = ({ percent }: { readonly percent: number }) => {
  const [hand, setHand] = useState<number | undefined>(undefined);
  const wanted = useRef<number | undefined>(undefined);
  const isSending = useRef(false);

  const send = async (): Promise<void> => {
    if (isSending.current) return;
    isSending.current = true;
    for (let next = wanted.current; next !== undefined; next = wanted.current) {
      wanted.current = undefined;
      await setVolume(next);
    }
    isSending.current = false;
    setHand(undefined);
  };

  const value = Math.round(hand ?? percent);
  return (
    <label class="volume">
      <span class="sr">Master volume</span>
      <input
        type="range"
        min="0"
        max="100"
        step="1"
        value={value}
        aria-valuetext={`${value} %`}
        onInput={({ currentTarget }) => {
          wanted.current = Number(currentTarget.value);
          setHand(wanted.current);
          void send();
        }}
      />
      <output>{value} %</output>
    </label>
  );
};
