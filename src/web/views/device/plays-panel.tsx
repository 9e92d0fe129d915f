// The frames of what plays, and the play log as a table.
import { useEffect, useState } from 'preact/hooks';
import type { components } from '../../../client/api-types.ts';
import { API, call } from '../../client/api.ts';

type Play = components['schemas']['Play'];

const POLL_INTERVAL_MS = 5000;

export const PlaysPanel = () => {
  const [play, setPlay] = useState<Play | null>(null);
  useEffect(() => {
    const poll = (): void =>
      void call('get', '/plays/running').then(
        (answer) => setPlay(answer.play),
        () => undefined,
      );
    poll();
    const timer = setInterval(poll, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <section class="panel" aria-labelledby="plays">
      <h2 id="plays">Plays</h2>
      {play === null ? <p>Nothing plays.</p> : <Frames play={play} />}
      <p>
        <a href="./#plays">Open the play log</a>
      </p>
      <p>
        <a href={`${API}/plays?format=csv&limit=10000`} download="plays.csv">
          Save the play log (CSV)
        </a>
      </p>
    </section>
  );
};

const Frames = ({ play }: { readonly play: Play }) => (
  <dl>
    <dt>Clip</dt>
    <dd>{play.clip}</dd>
    <dt>Frames due</dt>
    <dd>{play.framesDue}</dd>
    <dt>Dropped by the decoder</dt>
    <dd>{play.framesDroppedByDecoder}</dd>
    <dt>Dropped by the output</dt>
    <dd>{play.framesDroppedByOutput}</dd>
    <dt>Late</dt>
    <dd>{play.framesLate}</dd>
  </dl>
);
