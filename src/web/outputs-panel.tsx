// Where picture and sound go.
import { useEffect, useState } from 'preact/hooks';
import { call, type Outputs } from './api.ts';
import { attempt } from './notices.tsx';
import { mayChangeAir } from './safe.ts';

type Choice = Partial<Pick<Outputs, 'audioDevice' | 'rotationDegrees' | 'displayMode'>>;

const ROTATIONS: readonly Outputs['rotationDegrees'][] = [0, 90, 180, 270];

export const OutputsPanel = () => {
  const [outputs, setOutputs] = useState<Outputs>();
  const [mode, setMode] = useState('');
  const take = (next: Outputs): void => {
    setOutputs(next);
    setMode(next.displayMode ?? '');
  };
  useEffect(() => void call('get', '/outputs').then(take, () => undefined), []);
  if (outputs === undefined) return null;
  const change = async (body: Choice): Promise<boolean> => {
    // A display mode waits for the next start of the player.
    const isSeen = body.displayMode === undefined;
    if (isSeen && !(await mayChangeAir(body.rotationDegrees === undefined ? 'Change the sound' : 'Turn the picture')))
      return false;
    return attempt(async () => take(await call('patch', '/outputs', { body })));
  };
  const save = (body: Choice): void =>
    void change(body).then((isSaved) => {
      // A choice that was refused is drawn as the device has it.
      if (!isSaved) setOutputs({ ...outputs });
    });
  const { audioDevices, audioDevice, rotationDegrees, displayModes, displayMode } = outputs;
  const isListed = audioDevice === null || audioDevices.some(({ name }) => name === audioDevice);
  return (
    <section class="panel" aria-labelledby="outputs">
      <h2 id="outputs">Outputs</h2>
      <label class="field">
        Sound
        <select
          value={audioDevice ?? ''}
          onChange={({ currentTarget }) => save({ audioDevice: currentTarget.value || null })}
        >
          <option value="">The player's own choice</option>
          {!isListed && <option value={audioDevice}>{audioDevice} (not there now)</option>}
          {audioDevices
            .filter(({ name }) => name !== 'auto')
            .map(({ name, description }) => (
              <option key={name} value={name}>
                {description} ({name})
              </option>
            ))}
        </select>
      </label>
      <fieldset class="choice">
        <legend>Rotation</legend>
        {ROTATIONS.map((degrees) => (
          <label key={degrees}>
            <input
              type="radio"
              name="rotation"
              checked={degrees === rotationDegrees}
              onChange={() => save({ rotationDegrees: degrees })}
            />
            <span>{degrees}°</span>
          </label>
        ))}
      </fieldset>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          save({ displayMode: mode.trim() || null });
        }}
      >
        <label class="field grow">
          Display mode (from the player's next start)
          <input
            type="text"
            list="modes"
            placeholder="what the display prefers"
            value={mode}
            onInput={({ currentTarget }) => setMode(currentTarget.value)}
          />
        </label>
        <datalist id="modes">
          {displayModes.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <button type="submit" disabled={mode.trim() === (displayMode ?? '')}>
          Set
        </button>
      </form>
    </section>
  );
};
