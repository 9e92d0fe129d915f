// The wait that runs: of which item, how long it still takes, and what GO and Stop do meanwhile.
import { transport } from '../../client/event-stream.ts';
import { useStore } from '../../client/store.ts';
import { toWaitHint, toWaitText } from '../../format/show-text.ts';
import { WaitTime } from '../fire/clock.tsx';
import { clipOf } from './show-clips.ts';

export const Waiting = () => {
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
