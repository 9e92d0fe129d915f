// What follows an item, and its waits.
import { expect, test } from 'vitest';
import type { GivenItem } from '../../../src/deck/lists/cue-list.ts';
import { videoClip } from '../../fakes/memory-clip-store.ts';
import { createShow } from './lists-under-test.ts';

const item = (clipId: string, change: Partial<GivenItem> = {}): GivenItem => ({
  id: `item ${clipId}`,
  clipId,
  ...change,
});

test('an item is followed by the next, and what stood by moves on with it', async () => {
  const { lists, read, end } = await createShow([item('a', { follow: 'next' }), item('b'), item('c')]);
  await lists.go();
  expect(read()).toEqual({ on: 'a playing', item: 'item a', standby: 'item b', next: 'item b', remaining: 20 });
  await end();
  expect(read()).toEqual({ on: 'b playing', item: 'item b', standby: 'item c', next: null, remaining: 10 });
  await end();
  expect(read()).toMatchObject({ on: 'b ended', standby: 'item c', remaining: 0 });
});

test('what an operator has marked stays, whatever follows by itself', async () => {
  const { lists, read, end } = await createShow([item('a', { follow: 'next' }), item('b'), item('c')]);
  await lists.go();
  await lists.standBy(() => ({ itemId: 'item c' }));
  await end();
  expect(read()).toMatchObject({ on: 'b playing', standby: 'item c' });
});

test.each([
  ['hold', 'b ended', null],
  ['splash', 'splash stopped', 'splash'],
  ['back', 'a stopped', 'a'],
] as const)('follow %s', async (follow, after, next) => {
  const { lists, deck, read, end } = await createShow([item('b', { follow })]);
  await deck.select(1);
  await lists.go();
  expect(read()).toMatchObject({ on: 'b playing', next });
  await end();
  expect(read().on).toBe(after);
});

test('an item loops though its clip does not, and the other way round', async () => {
  const { lists, on, end, player, read } = await createShow(
    [item('a', { follow: 'loop' }), item('b', { follow: 'hold' })],
    {
      deck: { clips: [videoClip('a'), videoClip('b', { loop: true })] },
    },
  );
  await lists.go();
  expect(read().remaining).toBeNull();
  expect(player.view().cue?.section.loop).toBe(true);
  await end();
  expect(on()).toBe('a playing');
  await lists.go();
  expect(player.view().cue?.section.loop).toBe(false);
  await end();
  expect(on()).toBe('b ended');
});

test("without a follow the clip's own end action counts; next is the next of the list", async () => {
  const clips = [videoClip('a', { atEnd: 'next' }), videoClip('b'), videoClip('c')];
  const { lists, read, end, player } = await createShow([item('a'), item('c')], { deck: { clips } });
  await lists.go();
  expect(player.view().cue?.picture.kind).toBe('video');
  expect(read()).toMatchObject({ next: 'item c', remaining: 20 });
  await end();
  expect(read()).toMatchObject({ on: 'c playing', item: 'item c' });
});

test('a list that repeats goes on by itself', async () => {
  const { lists, read, end } = await createShow(
    ['a', 'b'].map((id) => item(id, { follow: 'next' })),
    { repeat: true },
  );
  await lists.go();
  expect(read().remaining).toBeNull();
  for (let turn = 0; turn < 4; turn += 1) await end();
  expect(read()).toMatchObject({ on: 'a playing', next: 'item b' });
});

test('the last item of a list that does not repeat holds', async () => {
  const { lists, on, end } = await createShow([item('a', { follow: 'next' })]);
  await lists.go();
  await end();
  expect(on()).toBe('a ended');
});

test('an item goes to black at its end, and nothing follows', async () => {
  const { lists, read, end, deck } = await createShow([item('a', { follow: 'black' }), item('b')]);
  await lists.go();
  expect(read()).toMatchObject({ on: 'a playing', next: null, remaining: 10 });
  await end();
  expect([deck.state().selectedId, deck.state().screen, read().standby]).toEqual(['splash', 'black', 'item b']);
  await lists.go();
  expect(read()).toMatchObject({ on: 'b playing' });
});

test('items are left out of the remaining time', async () => {
  const { lists, read, player } = await createShow([
    item('a', { follow: 'next' }),
    item('b', { follow: 'next', inCountdown: false }),
    item('c'),
  ]);
  await lists.go();
  player.advance(4);
  expect(read().remaining).toBe(16);
});

test('the waits of two items add up, and the last picture holds meanwhile', async () => {
  const { lists, read, end, clock, settle } = await createShow([
    item('a', { follow: 'next', postWaitSeconds: 2 }),
    item('b', { preWaitSeconds: 3 }),
  ]);
  await lists.go();
  expect(read().remaining).toBe(25);
  await end();
  clock.advance(4.9);
  await settle();
  expect(read()).toMatchObject({ on: 'a ended', item: 'item a', next: 'item b' });
  clock.advance(0.2);
  await settle();
  expect(read()).toMatchObject({ on: 'b playing', item: 'item b' });
});

test('GO waits before the item, with the output as it is; a second GO does not wait', async () => {
  const { lists, deck, read, player, clock, settle } = await createShow([item('a'), item('b', { preWaitSeconds: 5 })]);
  await lists.go();
  player.steps.length = 0;
  await lists.go();
  expect(read()).toMatchObject({ on: 'a playing', item: 'item a', standby: 'item b', next: 'item b' });
  expect([player.steps, deck.state().waiting]).toEqual([[], { seconds: 5, itemId: 'item b' }]);
  clock.advance(5);
  await settle();
  expect(read()).toMatchObject({ on: 'b playing', standby: null });

  await lists.activate('show');
  await lists.standBy(() => ({ itemId: 'item b' }));
  await deck.cue((clips) => clips[1] as never);
  await lists.go();
  await lists.go();
  expect(read().on).toBe('b playing');
});

test.each(['play', 'pause', 'stop'] as const)('%s cancels a wait', async (verb) => {
  const { lists, deck, read, clock, settle } = await createShow([item('b', { preWaitSeconds: 5 })]);
  await deck.cue((clips) => clips[1] as never, { playing: true });
  await lists.go();
  await deck[verb]();
  clock.advance(60);
  await settle();
  expect([read().on.startsWith('a '), deck.state().waiting]).toEqual([true, undefined]);
});

test('a pause in the wait after the end holds the picture until the next command', async () => {
  const { lists, deck, read, on, end, clock, settle } = await createShow([
    item('a', { follow: 'next', postWaitSeconds: 5 }),
    item('b'),
  ]);
  await lists.go();
  await end();
  clock.advance(4);
  await deck.pause();
  await deck.pause();
  await settle();
  clock.advance(60);
  await settle();
  expect(read()).toEqual({ on: 'a ended', item: 'item a', standby: 'item b', next: null, remaining: 0 });
  // From its in point, with all that follows.
  await deck.play();
  expect(read()).toMatchObject({ on: 'a playing', next: 'item b', remaining: 25 });
  await end();
  await deck.pause();
  await lists.go();
  expect(on()).toBe('b playing');
});

test('a pause in the wait of GO holds the picture of an item that has ended meanwhile', async () => {
  const { lists, deck, read, end, clock, settle } = await createShow([
    item('a', { follow: 'next' }),
    item('b'),
    item('c', { preWaitSeconds: 60 }),
  ]);
  await lists.go();
  await lists.standBy(() => ({ itemId: 'item c' }));
  await lists.go();
  await end();
  await deck.pause();
  await settle();
  clock.advance(120);
  await settle();
  expect(read()).toMatchObject({ on: 'a ended', standby: 'item c', next: null });
});

test('a clip that ends in the wait of GO holds until the wait is over', async () => {
  const { lists, deck, on, end, clock, settle } = await createShow([
    item('a', { follow: 'next' }),
    item('b'),
    item('c', { preWaitSeconds: 20 }),
  ]);
  await lists.go();
  await lists.standBy(() => ({ itemId: 'item c' }));
  await lists.go();
  await end();
  expect(on()).toBe('a ended');
  clock.advance(20);
  await settle();
  expect([on(), deck.state().waiting]).toEqual(['c playing', undefined]);
});

test('an item whose list is deleted in its wait does not start', async () => {
  const { lists, deck, on, clock, settle } = await createShow([item('a', { preWaitSeconds: 5 })]);
  await lists.go();
  await lists.edit(() => []);
  clock.advance(5);
  await settle();
  expect([on(), deck.state().waiting]).toEqual(['splash stopped', undefined]);
});

test('an item that cannot be shown after its wait leaves the picture, once', async () => {
  const { lists, deck, on, end, clock, settle, unplayable } = await createShow([
    item('a', { follow: 'next', postWaitSeconds: 1 }),
    item('b'),
  ]);
  unplayable.add('/clips/b.mp4');
  await lists.go();
  await end();
  for (let turn = 0; turn < 3; turn += 1) {
    clock.advance(1);
    await settle();
  }
  expect([on(), deck.state().waiting]).toEqual(['a ended', undefined]);
  expect(deck.state().clipFaults.get('b')).toContain("can't show b.mp4");
});

test('any other command takes the output from the list, and the list stays where it is', async () => {
  const { lists, deck, read, end } = await createShow([item('a', { follow: 'next' }), item('b')]);
  await lists.go();
  await deck.cue((clips) => clips[3] as never, { playing: true });
  expect(read()).toMatchObject({ on: 'c playing', item: null, standby: 'item b', remaining: null });
  await end();
  expect(read().on).toBe('c ended');
});

test('GO in a wait that began by itself starts what it waits for, and does not wait anew', async () => {
  const { lists, read, end } = await createShow([
    { id: 'item a', clipId: 'a', follow: 'next' },
    { id: 'item b', clipId: 'b', preWaitSeconds: 3 },
  ]);
  await lists.go();
  await end();
  expect(read()).toMatchObject({ on: 'a ended', item: 'item a' });
  await lists.go();
  expect(read()).toMatchObject({ on: 'b playing', item: 'item b' });
});

test('the remaining time in a wait that GO began is that of what it waits for, and of what follows', async () => {
  const { lists, read } = await createShow([
    { id: 'item a', clipId: 'a', follow: 'next', preWaitSeconds: 3 },
    { id: 'item b', clipId: 'b' },
  ]);
  await lists.go();
  expect(read()).toMatchObject({ on: 'splash stopped', remaining: 23 });
});

test.each(['of GO', 'between two items'])(
  'a list that is activated in a wait %s begins with its first item',
  async (wait) => {
    const { lists, read, end, clock, settle } = await createShow([
      item('a', { follow: 'next' }),
      item('b', { preWaitSeconds: 2 }),
      item('c'),
    ]);
    await lists.go();
    if (wait === 'of GO') await lists.go();
    else await end();
    const { on } = read();
    await lists.activate('show');
    clock.advance(5);
    await settle();
    expect(read()).toMatchObject({ on, standby: 'item a' });
    await lists.go();
    expect(read()).toMatchObject({ on: 'a playing', standby: 'item b' });
  },
);
