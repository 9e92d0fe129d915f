// Damage of a clip's file over HTTP: in the clip, on the live channel, and as a figure for Prometheus.
import { expect, test } from 'vitest';
import { videoClip } from '../../fakes/memory-clip-store.ts';
import { createServer, until } from '../server-under-test.ts';
import { listen } from './told-events.ts';

const DAMAGE = { what: 'changed', foundAt: '2026-05-01T12:00:00.000Z' } as const;
const TROUBLE = 'Damaged: the card has changed the data of this file. Delete the clip and upload the file again.';

test('a damaged clip says so until it is whole, and plays as before', async () => {
  const { ask, deck } = await createServer({ clips: [videoClip('a'), videoClip('b')] });
  const damageOf = async (id: string) => {
    const { damaged, trouble } = JSON.parse((await ask(`/api/v1/clips/${id}`)).text);
    return { damaged, trouble };
  };
  deck.clips.setDamaged(new Map([['b', DAMAGE]]));
  expect(await damageOf('a')).toEqual({});
  expect(await damageOf('b')).toEqual({ damaged: DAMAGE, trouble: TROUBLE });
  await ask('/api/v1/transport/fire', { method: 'POST', body: JSON.stringify({ clipId: 'b' }) });
  expect([deck.state().selectedId, deck.state().transport]).toEqual(['b', 'playing']);
  expect(await damageOf('b')).toEqual({ damaged: DAMAGE, trouble: TROUBLE });
  deck.clips.setDamaged(new Map());
  expect(await damageOf('b')).toEqual({});
});

test('the live channel tells the list anew when damage is found', async () => {
  const { url, deck } = await createServer({ clips: [videoClip('a')] });
  const told = await listen(url, 'clips');
  await until(() => told.length === 1);
  deck.clips.setDamaged(new Map([['a', DAMAGE]]));
  await until(() => told.length === 2);
  expect(told.map((clips) => (clips as { damaged?: unknown }[])[1]?.damaged)).toEqual([undefined, DAMAGE]);
});

test('a file that the card refuses to read says that', async () => {
  const { ask, deck } = await createServer({ clips: [videoClip('a')] });
  const damaged = new Map([['a', { ...DAMAGE, what: 'unreadable' as const }]]);
  deck.clips.setDamaged(damaged);
  const read = async () => JSON.parse((await ask('/api/v1/clips')).text)[1].trouble;
  expect(await read()).toBe(
    'Damaged: the card can no longer read all of this file. Delete the clip and upload the file again.',
  );
});

test('damaged clips are counted for Prometheus', async () => {
  const { ask, deck } = await createServer({ clips: [videoClip('a'), videoClip('b')] });
  deck.clips.setDamaged(new Map([['b', DAMAGE]]));
  expect((await ask('/metrics')).text).toContain('\ncuedeck_clips_damaged 1\n');
});
