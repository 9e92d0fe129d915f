// The play log: what ran, when and how long, who fired it, how it ended, and the frames that were lost.
import { useMemo, useState } from 'preact/hooks';
import { API } from '../../client/api.ts';
import { attempt } from '../../components/toasts.tsx';
import { type Place, toListPlace, Windowed } from '../../components/windowed.tsx';
import { toDayRange, toEndedText, toFiredText, toFramesText, toRanText } from '../../format/play-text.ts';
import { type PlayEntry, type Range, usePlays } from './use-plays.ts';

/** Made once: each of thousands of texts would otherwise make its own. */
const WHEN = new Intl.DateTimeFormat(undefined, {
  ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
  ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
});

const drawPlay = (play: PlayEntry, place: Place) => (
  <li class="play" {...toListPlace(place)}>
    <time dateTime={play.startedAt}>{WHEN.format(new Date(play.startedAt))}</time>
    <b class="clip">{play.clip}</b>
    <span class="ran">
      <span class="sr">ran </span>
      {toRanText(play)}
    </span>
    <span class="by">{toFiredText(play.by)}</span>
    <span class="ended">{toEndedText(play)}</span>
    <span class="frames">{toFramesText(play)}</span>
  </li>
);

/** Most plays that the player keeps. */
const CSV_LIMIT = '10000';

const toCsvUrl = (range: Range): string =>
  `${API}/plays?${new URLSearchParams({ format: 'csv', limit: CSV_LIMIT, ...range })}`;

export const PlaysView = () => {
  const [day, setDay] = useState('');
  const range = useMemo((): Range => toDayRange(day) ?? {}, [day]);
  const { state, plays, hasOlder, loadFirst, loadOlder } = usePlays(range);
  return (
    <>
      <h1>Play log</h1>
      <div class="tools">
        <label class="field">
          Day
          <input type="date" value={day} onInput={({ currentTarget }) => setDay(currentTarget.value)} />
        </label>
        <button type="button" disabled={day === ''} onClick={() => setDay('')}>
          All days
        </button>
        <a class="button" href={toCsvUrl(range)} download="plays.csv">
          Save as CSV
        </a>
        <span class="count" role="status">
          {state === 'loaded' && toCount(plays.length, hasOlder)}
        </span>
      </div>
      {plays.length > 0 && <Windowed as="ol" class="plays" label="Plays" items={plays} draw={drawPlay} />}
      {hasOlder && <Older load={loadOlder} />}
      {plays.length === 0 && (
        <div class="empty">
          <p>{toEmpty(state, day)}</p>
          {state === 'failed' && (
            <button type="button" onClick={() => void loadFirst()}>
              Try again
            </button>
          )}
        </div>
      )}
    </>
  );
};

const toCount = (count: number, hasOlder: boolean): string =>
  `${hasOlder ? 'the newest ' : ''}${count} ${count === 1 ? 'play' : 'plays'}`;

const toEmpty = (state: 'loading' | 'loaded' | 'failed', day: string): string => {
  if (state === 'loading') return 'Reading the play log…';
  if (state === 'failed') return 'The play log could not be read.';
  return day === ''
    ? 'Nothing has been played yet. A play is noted here when it ends.'
    : 'Nothing was played on that day.';
};

const Older = ({ load }: { readonly load: () => Promise<void> }) => {
  const [isLoading, setLoading] = useState(false);
  const press = async (): Promise<void> => {
    if (isLoading) return;
    setLoading(true);
    await attempt(load);
    setLoading(false);
  };
  return (
    <button type="button" class="older" aria-disabled={isLoading || undefined} onClick={() => void press()}>
      {isLoading ? 'Reading…' : 'Show older plays'}
    </button>
  );
};
