// The conversion of a clip in the Library: the button that starts and ends it, how far it is, and how it ended.
import { type Clip, type Conversion, call } from '../../client/api.ts';
import { conversions, playability } from '../../client/event-stream.ts';
import { useStore } from '../../client/store.ts';
import { announce } from '../../components/announcements.tsx';
import { attempt, confirm } from '../../components/toasts.tsx';
import { isWorrying } from '../../format/playability.ts';

const QUESTION =
  'The original is removed when the result is checked; this cannot be undone. It takes a multiple of the length of the clip.';

const LESS = 'To suit this player it may get fewer frames a second, or a smaller picture.';

const start = async (clip: Clip): Promise<void> => {
  const less = isWorrying(playability.get()[clip.id]) ? `${LESS} ` : '';
  const question = `Convert “${clip.name}” to what every player plays best? ${less}${QUESTION}`;
  if (!(await confirm(question, 'Convert'))) return;
  const isStarted = await attempt(() => call('post', '/clips/{id}/convert', { path: { id: clip.id } }));
  if (isStarted) announce(`“${clip.name}” is being converted.`);
};

const end = (clip: Clip): Promise<boolean> =>
  attempt(() => call('delete', '/clips/{id}/convert', { path: { id: clip.id } }));

const isUnderWay = (conversion: Conversion | undefined): boolean =>
  conversion !== undefined && conversion.state !== 'done' && conversion.state !== 'failed';

const toText = ({ state, progress, paused, message }: Conversion): string => {
  const percent = `${Math.floor(progress * 100)} %`;
  switch (state) {
    case 'waiting':
      return 'Waits to be converted';
    case 'converting':
    case 'checking': {
      const what = state === 'converting' ? 'Converting' : 'Checking the result';
      return paused ? `${what}, ${percent}: stands still while the player is busy` : `${what}, ${percent}`;
    }
    case 'ready':
      return 'Converted: takes its place when the clip does not play';
    case 'done':
      return 'Converted';
    case 'failed':
      return message ?? 'It was not converted.';
  }
};

export const ConversionText = ({ clip }: { readonly clip: Clip }) => {
  const conversion = useStore(conversions, (all) => all[clip.id]);
  if (conversion === undefined) return null;
  return (
    <span class={conversion.state === 'failed' ? 'wrong' : 'facts'}>
      {isUnderWay(conversion) && <progress aria-hidden="true" max={1} value={conversion.progress} />}
      {toText(conversion)}
    </span>
  );
};

export const ConvertButton = ({ clip }: { readonly clip: Clip }) => {
  const conversion = useStore(conversions, (all) => all[clip.id]);
  if (clip.kind !== 'video') return null;
  const ends = isUnderWay(conversion);
  return (
    <button type="button" class="convert" onClick={() => void (ends ? end(clip) : start(clip))}>
      {ends ? 'Cancel' : 'Convert'}
      <span class="sr">
        {ends ? ' the conversion of ' : ' '}
        {clip.name}
      </span>
    </button>
  );
};
