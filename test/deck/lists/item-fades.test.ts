// The fades of the item on the output: as they were when it was taken, whatever becomes of its list.
import { expect, test } from 'vitest';
import { type Lists, replaceItems } from '../../../src/deck/lists/list-edits.ts';
import type { ClipFade } from '../../../src/deck/playback/clip-fades.ts';
import { parseResumePoint, toResumePoint } from '../../../src/deck/resume-point.ts';
import { videoClip } from '../../fakes/memory-clip-store.ts';
import { createDeck } from '../deck-under-test.ts';
import { createShow } from './lists-under-test.ts';

const FADED = { id: 'item a', clipId: 'a', fadeOutSeconds: 2 } as const;
type Clips = Parameters<typeof replaceItems>[3];

const toTargets = (fades: readonly ClipFade[] = []): readonly string[] => fades.map(({ to }) => to);

test.each<readonly [string, (lists: Lists, clips: Clips) => Lists]>([
  ['the item is removed', (lists, clips) => replaceItems(lists, 'show', [{ id: 'item b', clipId: 'b' }], clips)],
  ['the list is deleted', () => []],
  ['its fade is taken away', (lists, clips) => replaceItems(lists, 'show', [{ id: 'item a', clipId: 'a' }], clips)],
  ['another is given', (lists, clips) => replaceItems(lists, 'show', [{ ...FADED, fadeInSeconds: 1 }], clips)],
])('after its fade out the output stays black when %s', async (_what, edit) => {
  const { lists, player, end } = await createShow([FADED, 'b']);
  await lists.go();
  await end();
  const { fades } = player.view().cue ?? {};
  expect(toTargets(fades)).toEqual(['black']);
  player.steps.length = 0;
  await lists.edit(edit);
  expect([player.steps, player.view().cue?.fades]).toEqual([[], fades]);
});

test('an item that is held does not fade out because its list was edited; when it is taken again, it does', async () => {
  const { lists, player, end } = await createShow(['a', 'b']);
  await lists.go();
  await end();
  player.steps.length = 0;
  await lists.edit((all, clips) => replaceItems(all, 'show', [FADED], clips));
  expect([player.steps, player.view().cue?.fades]).toEqual([[], undefined]);
  await lists.activate('show');
  await lists.go();
  expect(toTargets(player.view().cue?.fades)).toEqual(['black']);
});

test('a clip that is fired itself has the fades of the clip', async () => {
  const clips = [videoClip('a', { fadeInSeconds: 1 }), videoClip('b')];
  const { deck, lists, player } = await createShow([FADED], { deck: { clips } });
  await lists.go();
  expect(toTargets(player.view().cue?.fades)).toEqual(['picture', 'black']);
  await deck.select(1);
  await deck.play();
  expect(toTargets(player.view().cue?.fades)).toEqual(['picture']);
});

test('after a kill it has them from the first picture on, before the lists are read', async () => {
  const { deck: killed, lists, player: before } = await createShow([FADED]);
  await lists.go();
  const point = parseResumePoint(JSON.parse(JSON.stringify(toResumePoint(killed.state()))));
  const { player } = await createDeck({ resume: point });
  expect(player.view().cue?.fades).toEqual(before.view().cue?.fades);
  expect(toTargets(player.view().cue?.fades)).toEqual(['black']);
});
