// Where picture and sound go.
import { useEffect, useState } from 'preact/hooks';
import { mayChangeAir } from '../../actions/safe.ts';
import { call, type Outputs } from '../../client/api.ts';
import { Conflict, useDraft } from '../../components/draft.tsx';
import { attempt } from '../../components/toasts.tsx';

type Choice = Partial<
  Pick<Outputs, 'audioDevice' | 'audioDelayMilliseconds' | 'rotationDegrees' | 'fit' | 'displayMode' | 'decoder'>
>;

type Decoder = Outputs['decoder'];

/** Names of the choices; the others are mpv's names of decoders. */
const DECODER_NAMES: Partial<Record<Decoder, string>> = {
  auto: "The player's own choice",
  software: 'By the processor',
};

/** What it does to a picture of another shape than the screen. */
const FIT_NAMES: Record<Outputs['fit'], string> = {
  contain: 'Whole picture',
  cover: 'Fill, edges cropped',
  stretch: 'Stretch',
};
const FITS = Object.keys(FIT_NAMES) as readonly Outputs['fit'][];

const toQuestion = ({ rotationDegrees, fit }: Choice): string => {
  if (rotationDegrees !== undefined) return 'Turn the picture';
  return fit === undefined ? 'Change the sound' : 'Change the fit of the picture';
};

const POLL_INTERVAL_MS = 5000;
const ROTATIONS: readonly Outputs['rotationDegrees'][] = [0, 90, 180, 270];

export const OutputsPanel = () => {
  const [outputs, setOutputs] = useState<Outputs>();
  const mode = useDraft(outputs?.displayMode ?? '');
  const delay = useDraft(String(outputs?.audioDelayMilliseconds ?? 0));
  useEffect(() => {
    const poll = (): void => void call('get', '/outputs').then(setOutputs, () => undefined);
    poll();
    const timer = setInterval(poll, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  if (outputs === undefined) return null;
  const change = async (body: Choice): Promise<boolean> => {
    // A display mode takes effect at mpv's next start, a decoder at the next clip.
    const isSeen = body.displayMode === undefined && body.decoder === undefined;
    if (isSeen && !(await mayChangeAir(toQuestion(body)))) return false;
    return attempt(async () => setOutputs(await call('patch', '/outputs', { body })));
  };
  const save = async (body: Choice): Promise<boolean> => {
    const isSaved = await change(body);
    // Renders the device's value again after a rejected choice.
    if (!isSaved) setOutputs((before) => before && { ...before });
    return isSaved;
  };
  const saveMode = (): void => mode.save(() => save({ displayMode: mode.text.trim() || null }));
  const saveDelay = (): void => {
    const typed = Number(delay.text);
    // A field that is left empty is not 0.
    if (delay.text.trim() === '' || typed === outputs.audioDelayMilliseconds) delay.drop();
    else delay.save(() => save({ audioDelayMilliseconds: typed }));
  };
  const { audioDevices, audioDevice, rotationDegrees, displayModes, displayMode } = outputs;
  const { decoder, decoders, decoderInUse } = outputs;
  const choices = decoders.includes(decoder) ? decoders : [...decoders, decoder];
  const isListed = audioDevice === null || audioDevices.some(({ name }) => name === audioDevice);
  return (
    <section class="panel" aria-labelledby="outputs">
      <h2 id="outputs">Outputs</h2>
      <label class="field">
        Sound
        <select
          value={audioDevice ?? ''}
          onChange={({ currentTarget }) => void save({ audioDevice: currentTarget.value || null })}
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
      <label class="field">
        Audio delay (ms)
        <input
          type="number"
          min={-500}
          max={2000}
          step={1}
          title="Delays the sound against the picture; below 0, the sound comes earlier"
          value={delay.text}
          onInput={({ currentTarget }) => delay.type(currentTarget.value)}
          onChange={() => {
            if (delay.theirs === undefined) saveDelay();
          }}
        />
      </label>
      <Conflict draft={delay} save={saveDelay} />
      <fieldset class="choice">
        <legend>Fit of the picture</legend>
        {FITS.map((fit) => (
          <label key={fit}>
            <input type="radio" name="fit" checked={fit === outputs.fit} onChange={() => void save({ fit })} />
            <span>{FIT_NAMES[fit]}</span>
          </label>
        ))}
      </fieldset>
      <fieldset class="choice">
        <legend>Rotation</legend>
        {ROTATIONS.map((degrees) => (
          <label key={degrees}>
            <input
              type="radio"
              name="rotation"
              checked={degrees === rotationDegrees}
              onChange={() => void save({ rotationDegrees: degrees })}
            />
            <span>{degrees}°</span>
          </label>
        ))}
      </fieldset>
      <label class="field">
        Decoding (from the next clip)
        <select
          value={decoder}
          onChange={({ currentTarget }) => {
            const chosen = choices.find((name) => name === currentTarget.value);
            if (chosen !== undefined) void save({ decoder: chosen });
          }}
        >
          {choices.map((name) => (
            <option key={name} value={name}>
              {DECODER_NAMES[name] ?? `By ${name}`}
              {decoders.includes(name) ? '' : ' (not there now)'}
            </option>
          ))}
        </select>
        {decoderInUse !== null && (
          <small>Now: {decoderInUse === 'no' ? 'by the processor' : `by ${decoderInUse}`}.</small>
        )}
      </label>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          if (mode.theirs === undefined) saveMode();
        }}
      >
        <label class="field grow">
          Display mode (from the player's next start)
          <input
            type="text"
            list="modes"
            placeholder="the player's own choice"
            value={mode.text}
            onInput={({ currentTarget }) => mode.type(currentTarget.value)}
          />
        </label>
        <datalist id="modes">
          {displayModes
            .flatMap((name) => [name, `${name}@clips`])
            .map((name) => (
              <option key={name} value={name} />
            ))}
        </datalist>
        <button type="submit" disabled={mode.text.trim() === (displayMode ?? '') || mode.theirs !== undefined}>
          Set
        </button>
      </form>
      <Conflict draft={mode} save={saveMode} />
    </section>
  );
};
