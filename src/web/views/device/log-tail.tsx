// The last lines of the device's log.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { components } from '../../../client/api-types.ts';
import { call } from '../../client/api.ts';

type Line = components['schemas']['Log']['lines'][number];

const POLL_INTERVAL_MS = 3000;
const SHOWN_LINES = 200;

export const LogTail = () => {
  const [lines, setLines] = useState<readonly Line[]>([]);
  const box = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const poll = (): void =>
      void call('get', '/log').then(
        (log) => setLines(log.lines.slice(-SHOWN_LINES)),
        () => undefined,
      );
    poll();
    const timer = setInterval(poll, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  const last = lines.at(-1)?.at;
  useEffect(() => box.current?.scrollTo(0, box.current.scrollHeight), [last]);
  return (
    <section class="panel log" aria-labelledby="log">
      <h2 id="log">Log</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
      <ol ref={box} tabIndex={0} aria-label="Last lines of the log">
        {lines.map((line, index) => (
          <li key={`${line.at}-${index}`} class={line.level}>
            <time dateTime={line.at}>{new Date(line.at).toLocaleTimeString()}</time> {line.text}
          </li>
        ))}
      </ol>
    </section>
  );
};
