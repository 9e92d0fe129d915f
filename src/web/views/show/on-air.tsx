// What is on the output: its picture, its name, how long it still runs, and how long the list runs on by itself.
import { useRef } from 'preact/hooks';
import { clips, nowSeconds, transport, waitSeconds } from '../../client/event-stream.ts';
import { content } from '../../client/list-content.ts';
import { useStore } from '../../client/store.ts';
import { toListRemaining, toRestText, toWaitHint, toWaitText } from '../../format/show-text.ts';
import { toStateWord, toTally } from '../../format/tally.ts';
import { RemainingTime, useFrames, WaitTime } from '../fire/clock.tsx';
import { Losing } from '../fire/losing.tsx';
import { Darkness } from '../fire/master-controls.tsx';
import { LivePicture } from './live-picture.tsx';
import { clipOf } from './show-clips.ts';

export const OnAir = () => {
  const now = useStore(transport, (value) => value);
  // The names.
  useStore(clips, (all) => all);
  const list = useStore(content, (value) => value);
  const { clipId, state, itemId, next, playerRunning, fault, losses } = now;
  const isSplash = clipId === 'splash';
  const tally = toTally({ clipId, state });
  const at = list?.items.findIndex(({ id }) => id === itemId) ?? -1;
  const coming = next === null ? undefined : next.clipId === 'splash' ? 'the splash screen' : clipOf(next.clipId)?.name;
  return (
    <section class="deck on-air" data-tally={tally} data-state={isSplash ? 'splash' : state} aria-label="On air">
      <LivePicture />
      <div class="about">
        <p class="line">
          <span class="badge">
            {isSplash ? 'Splash' : toStateWord(state)}
            {tally === 'standing' && <span class="sr">, on the output</span>}
          </span>
          {at >= 0 && <span class="facts">Item {at + 1}</span>}
          <Darkness />
        </p>
        <h2 class="name">{isSplash ? 'Splash screen' : clipOf(clipId)?.name}</h2>
        <RemainingTime />
        <Bar />
        <ListTime isCounted={at < 0 || list?.items[at]?.inCountdown !== false} />
        <Waiting />
        {coming !== undefined && now.waiting?.kind !== 'pre' && (
          <p class="facts coming">Then automatically: {coming}</p>
        )}
        {!playerRunning && <p class="trouble">The player is restarting…</p>}
        {fault && <p class="trouble">{fault.message}</p>}
        {losses && <Losing losses={losses} />}
      </div>
    </section>
  );
};

/** Shows how far the section has run; unlike that of Fire a press changes nothing, since a hand slips in the dark. */
const Bar = () => {
  const bar = useRef<HTMLDivElement>(null);
  useFrames(() => {
    const { clipId, outSeconds } = transport.get();
    const from = clipOf(clipId)?.inSeconds ?? 0;
    const part = clipId === 'splash' || outSeconds <= from ? 0 : (nowSeconds() - from) / (outSeconds - from);
    bar.current?.style.setProperty('--part', String(Math.max(0, Math.min(1, part))));
  });
  return <div ref={bar} class="progress" />;
};

/** The time of day at which the clip ends, and the rest of the items that follow by themselves. */
const ListTime = ({ isCounted }: { readonly isCounted: boolean }) => {
  const line = useRef<HTMLParagraphElement>(null);
  useFrames(() => {
    const now = transport.get();
    const { clipId, state, speed, loops, outSeconds } = now;
    const isRunning = clipId !== 'splash' && state === 'playing' && !loops && speed > 0;
    const leftSeconds = (outSeconds - nowSeconds()) / speed;
    const rest = toListRemaining(now, nowSeconds(), isCounted, waitSeconds());
    const text = [
      isRunning && `Ends at ${new Date(Date.now() + leftSeconds * 1000).toLocaleTimeString()}`,
      rest !== undefined && toRestText(rest),
    ]
      .filter(Boolean)
      .join(' · ');
    if (line.current !== null && line.current.textContent !== text) line.current.textContent = text;
  });
  return <p ref={line} class="facts times" />;
};

/** The wait that runs: of which item, how long it still takes, and what GO and Stop do meanwhile. */
const Waiting = () => {
  const now = useStore(transport, (value) => value);
  const { waiting } = now;
  const text = waiting === null ? '' : toWaitText(waiting.kind, clipOf(waiting.clipId)?.name ?? '');
  return (
    <>
      {waiting !== null && (
        <p class="waiting">
          {text} <WaitTime />
          <span class="facts">{toWaitHint(now)}</span>
        </p>
      )}
      <p class="sr" role="status">
        {text}
      </p>
    </>
  );
};
