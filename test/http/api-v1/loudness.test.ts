// The loudness of the clips over /api/v1: in each clip, and on the live channel in an event of its own.
import { expect, test } from 'vitest';
import type { Clip } from '../../../src/deck/clips/clip.ts';
import type { Loudness } from '../../../src/deck/clips/loudness.ts';
import { createCommandLine } from '../../cli/run-here.ts';
import { videoClip } from '../../fakes/memory-clip-store.ts';
import { createServer, until } from '../server-under-test.ts';
import { listen } from './told-events.ts';

const WAITING: Loudness = { state: 'waiting', message: 'Its loudness is measured when nothing plays.' };
const MEASURED: Loudness = {
  ...{ state: 'measured', measuredAt: '2026-05-01T20:15:00.000Z' },
  ...{ integratedLufs: -20, truePeakDbtp: -6.5, rangeLu: 4.2, match: { volumePercent: 89.1, lufs: -23 } },
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
      envelopeOf: () => undefined,
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

test('a match sets the volume on offer, and says what it reaches', async () => {
  const { ask, tell } = await createLoudClip();
  const match = async (id: string) => {
    const { status, text } = await ask(`/api/v1/clips/${id}/match-loudness`, { method: 'POST' });
    return [status, JSON.parse(text)];
  };
  expect(await match('a')).toEqual([
    503,
    { code: 'busy', error: 'a.mp4: Its loudness is measured when nothing plays.' },
  ]);
  tell(MEASURED);
  expect(await match('a')).toEqual([200, expect.objectContaining({ volumePercent: 89.1, loudness: MEASURED })]);
  tell({ state: 'silent', message: 'It is silent.' });
  expect(await match('a')).toEqual([415, { code: 'unsupported-media', error: 'a.mp4: It is silent.' }]);
  expect(await match('splash')).toEqual([
    415,
    { code: 'unsupported-media', error: 'splashscreen: It is not a video.' },
  ]);
  expect((await match('none'))[0]).toBe(404);
});

test('cuedeck lists the loudness and matches it', async () => {
  const { url, tell } = await createLoudClip();
  const cuedeck = createCommandLine(Number(new URL(url).port));
  const shown = async () => (await cuedeck('clips')).lines[2]?.split(/ {2,}/).at(-1);
  expect(await shown()).toBe('?');
  expect((await cuedeck('match', '1')).code).not.toBe(0);
  tell(MEASURED);
  expect(await shown()).toBe('-20.0');
  expect(await cuedeck('match', '1')).toMatchObject({
    code: 0,
    lines: ['Volume of clip 1, a.mp4: 89.1 %, −23.0 LUFS.'],
  });
  const message = 'It reaches −25.0 LUFS, not −23: a volume goes up to 100 %, which is as loud as its file.';
  tell({ ...MEASURED, integratedLufs: -25, match: { volumePercent: 100, lufs: -25, limit: 'volume' }, message });
  expect((await cuedeck('match', '1')).lines).toEqual(['Volume of clip 1, a.mp4: 100 %, −25.0 LUFS.', `  ${message}`]);
  tell({ state: 'silent', message: 'It is silent.' });
  expect(await shown()).toBe('silent');
});
