// What lies over the picture, whatever plays: a clock, a countdown or a text.
import { useState } from 'preact/hooks';
import { actIfAllowed } from '../../actions/actions.ts';
import { call, type Transport } from '../../client/api.ts';
import { transport } from '../../client/event-stream.ts';
import { useStore } from '../../client/store.ts';

type Overlay = Transport['overlay'];

const NAMES: Record<Overlay['kind'], string> = {
  none: 'None',
  clock: 'Clock',
  countdown: 'Countdown',
  text: 'Text',
};
const KINDS = Object.keys(NAMES) as readonly Overlay['kind'][];
const MAX_TEXT = 200;

/** `Countdown to 20:15:00: “Starts in”`. */
const toShown = ({ kind, text, until }: Overlay): string =>
  [
    NAMES[kind],
    ...(until === undefined ? [] : [` to ${new Date(until).toLocaleTimeString()}`]),
    ...(text === undefined ? [] : [`: “${text}”`]),
  ].join('');

/** When the time of day, `20:15`, comes next. */
const toInstant = (time: string): string => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const at = new Date();
  at.setHours(hours, minutes, 0, 0);
  if (at.getTime() <= Date.now()) at.setDate(at.getDate() + 1);
  return at.toISOString();
};

export const OverlayPanel = () => {
  const shown = useStore(transport, ({ overlay }) => overlay);
  const [kind, setKind] = useState(shown.kind);
  const show = (event: SubmitEvent & { readonly currentTarget: HTMLFormElement }): void => {
    event.preventDefault();
    // The fields that this kind has.
    const { until, ...given } = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const body = { kind, ...given, ...(until !== undefined && { until: toInstant(until) }) };
    void actIfAllowed('Set the overlay', () => call('post', '/transport/overlay', { body }));
  };
  return (
    <section class="panel" aria-labelledby="overlay">
      <h2 id="overlay">Overlay</h2>
      <p role="status">Now: {toShown(shown)}</p>
      <form class="row" onSubmit={show}>
        <label class="field">
          Over the picture
          <select value={kind} onChange={({ currentTarget: { value } }) => setKind(value as Overlay['kind'])}>
            {KINDS.map((name) => (
              <option key={name} value={name}>
                {NAMES[name]}
              </option>
            ))}
          </select>
        </label>
        {kind === 'countdown' && (
          <label class="field">
            Time of day
            <input type="time" name="until" required />
          </label>
        )}
        {kind !== 'none' && (
          <label class="field grow">
            {kind === 'text' ? 'Text' : 'Line above it'}
            <input name="text" maxLength={MAX_TEXT} pattern=".*\S.*" required={kind === 'text'} />
          </label>
        )}
        <button type="submit">Set overlay</button>
      </form>
    </section>
  );
};
