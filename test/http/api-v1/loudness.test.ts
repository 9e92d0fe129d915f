// The loudness of the clips over /api/v1: in each clip, and on the live channel in an event of its own.
import { expect, test } from 'vitest';
import type { Clip } from '../../../src/deck/clips/clip.ts';
import type { Loudness } from '../../../src/deck/clips/loudness.ts';
import { videoClip } from '../../fakes/memory-clip-store.ts';
import { createServer, until } from '../server-under-test.ts';
import { listen } from './told-events.ts';

const WAITING: Loudness = { state: 'waiting', message: 'Its loudness is measured when nothing plays.' };
const MEASURED: Loudness = {
  ...{ state: 'measured', measuredAt: '2026-05-01T20:15:00.000Z' },
  ...{ integratedLufs: -20, truePeakDbtp: -6.5, rangeLu: 4.2 },
};

/** A server with one clip, whose loudness is what `tell` was given last. */
const createLoudClip = async () => {
  let facts = WAITING;
  const listeners = new Set<(clip: Clip) => void>();
  const clip = videoClip('a');
  const server = await createServer({
    clips: [clip],
    loudness: {
      of: ({ kind }) => (kind === 'video' ? facts : undefined),
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  });
  const tell = (next: Loudness): void => {
    facts = next;
    for (const listener of listeners) listener(clip);
  };
  return { ...server, tell };
};

test('a clip says how loud it is, the splash screen does not', async () => {
  const { ask, tell } = await createLoudClip();
  const loudnessOf = async (id: string) => JSON.parse((await ask(`/api/v1/clips/${id}`)).text).loudness;
  expect([await loudnessOf('splash'), await loudnessOf('a')]).toEqual([undefined, WAITING]);
  tell(MEASURED);
  expect(await loudnessOf('a')).toEqual(MEASURED);
  expect(JSON.parse((await ask('/api/v1/clips')).text)[1].loudness).toEqual(MEASURED);
});

test('the live channel tells it of every clip at first, then of each that changes', async () => {
  const { url, tell } = await createLoudClip();
  const [told, lists] = [await listen(url, 'loudness'), await listen(url, 'clips')];
  await until(() => told.length === 1 && lists.length === 1);
  tell(MEASURED);
  await until(() => told.length === 2);
  expect(told).toEqual([{ a: WAITING }, { a: MEASURED }]);
  expect(JSON.stringify(lists)).not.toContain('loudness');
});
