// What the doctor says of clips that do not play smoothly.
import { expect, test } from 'vitest';
import { CliError, EXIT } from '../../src/cli/cli-error.ts';
import { examineClips } from '../../src/cli/doctor/clips-check.ts';
import type { PlayerApi } from '../../src/cli/player-api.ts';
import type { PlayerClip } from '../../src/cli/player-status.ts';
import { NEVER_SILENT } from '../../src/deck/clips/playability.ts';
import type { Play } from '../../src/deck/plays/play.ts';
import { toWayBack } from '../../src/library/playability/way-back.ts';

type Verdict = NonNullable<PlayerClip['playability']>;

const clip = (number: number, playability?: Partial<Verdict>): Partial<PlayerClip> => ({
  number,
  name: `clip ${number}`,
  ...(playability && { playability: { verdict: 'smooth', decoder: 'no', advice: [], ...playability } }),
});
/** A player with these clips, and what it has played, newest first. */
const createApi = (clips: readonly Partial<PlayerClip>[], plays: readonly Partial<Play>[]) =>
  ({ call: async (_method: string, path: string) => (path === '/plays' ? plays : clips) }) as unknown as PlayerApi;
const examine = (...clips: readonly Partial<PlayerClip>[]) => examineClips(createApi(clips, []));
const AT = { measuredAt: '2026-11-29T18:00:00.000Z' };

test('a player of stills, or one that does not answer, is not judged', async () => {
  expect(await examine(clip(0))).toEqual([]);
  const shut = { call: () => Promise.reject(new CliError(EXIT.refused, 'no')) } as unknown as PlayerApi;
  expect(await examineClips(shut)).toEqual([]);
});

test('clips that play are one line; those that wait for their measurement are counted', async () => {
  expect(await examine(clip(1, AT), clip(2, { verdict: 'unknown' }))).toEqual([
    { part: 'Playing', verdict: 'good', text: 'No clip is known to lose frames. 1 of 2 are not measured yet.' },
  ]);
  expect(await examine(clip(1, { ...AT, verdict: 'tight', advice: ['Little.'] }), clip(2, AT))).toEqual([
    { part: 'Playing', verdict: 'note', text: '1 clip plays with little in reserve.' },
  ]);
});

test('a clip that is too slow is a problem with its reason and what to do; of many the first five', async () => {
  const slow = { ...AT, verdict: 'too-slow', advice: ['It loses frames.', 'Convert it: H.264.'] } as const;
  expect(await examine(clip(1, slow))).toEqual([
    {
      ...{ part: 'Playing', verdict: 'problem', advice: 'Convert it: H.264.' },
      text: '1 “clip 1” is too slow for this box. It loses frames.',
    },
  ]);
  const many = await examine(...[1, 2, 3, 4, 5, 6, 7].map((number) => clip(number, slow)));
  expect(many.map(({ verdict }) => verdict)).toEqual([...Array.from({ length: 5 }, () => 'problem'), 'note']);
  expect(many[5]?.text).toBe('2 more are too slow; cuedeck clips lists them.');
});

test('a clip that is not smooth since an update is named, with the way back', async () => {
  const before = 'It was smooth before CueDeck 2.';
  const [back] = toWayBack('CueDeck 1', 'CueDeck 2');
  const command = '`sudo apt install --allow-downgrades ./cuedeck_1_all.deb`';
  const worse = { ...AT, advice: [before, back ?? '', 'Little.', 'Convert.'] };
  expect(await examine(clip(1, { ...worse, verdict: 'tight' }), clip(2, { ...worse, verdict: 'too-slow' }))).toEqual([
    {
      ...{ part: 'Playing', verdict: 'problem', advice: `To go back to CueDeck 1: ${command}. Little. Convert.` },
      text: `2 “clip 2” is too slow for this box. ${before}`,
    },
    {
      ...{ part: 'Playing', verdict: 'note', advice: `To go back to CueDeck 1: ${command}. Little. Convert.` },
      text: `1 “clip 1”: ${before}`,
    },
  ]);
});

test('clips that cannot be measured, since something always plays, are counted, with what to do', async () => {
  const waiting = { verdict: 'unknown', advice: ['It is measured when the player has time.', NEVER_SILENT] } as const;
  expect(await examine(clip(1, AT), clip(2, waiting))).toEqual([
    { part: 'Playing', verdict: 'good', text: 'No clip is known to lose frames. 1 of 2 are not measured yet.' },
    {
      ...{ part: 'Playing', verdict: 'note' },
      text: '1 of 2 clips cannot be measured: something plays all the time.',
      advice:
        'When nobody is watching, run sudo cuedeck stop and allow half a minute for each clip; cuedeck clips lists the verdicts.',
    },
  ]);
});

test('plays that lost frames are told beside good measurements; single frames are not', async () => {
  const play = { startedAt: '2026-11-29T18:00:07.123Z', clip: 'Film', framesDue: 750 };
  const none = { ...play, framesDropped: 4, framesDroppedByDecoder: 4, framesDroppedByOutput: 0 };
  const behind = { ...play, framesDropped: 12, framesDroppedByDecoder: 2, framesDroppedByOutput: 10 };
  const busy = { ...behind, framesDroppedByDecoder: 10, framesDroppedByOutput: 2 };
  const good = (text: string) => ({ part: 'Playing', verdict: 'good', text });
  expect(await examineClips(createApi([clip(1, AT)], [none]))).toEqual([good('No clip is known to lose frames.')]);
  expect(await examineClips(createApi([clip(1, AT)], [none, behind, busy]))).toEqual([
    good('Alone, no clip is known to lose frames.'),
    {
      ...{ part: 'Playing', verdict: 'note' },
      text: '2 of the last 3 plays lost frames, the latest “Film”, 2026-11-29 18:00 UTC: 12 of 750.',
      advice:
        'The output was behind: look for other work at that time, or choose another display mode. cuedeck plays lists the plays.',
    },
  ]);
  expect(await examineClips(createApi([clip(1, AT)], [busy]))).toMatchObject([
    {},
    { text: expect.stringMatching(/^The last play lost frames, /), advice: expect.stringMatching(/^The processor /) },
  ]);
});
