// What is asked while mpv restarts: a clip that was playing plays on, although it is shown as standing meanwhile.
import { expect, test, vi } from 'vitest';
import { createHyperDeckServer } from './server-under-test.ts';

/** Clip 1 plays at double speed; mpv is lost, and comes back once the request is under way. */
const askWhileAway = async (request: string) => {
  const server = await createHyperDeckServer();
  const client = await server.connect();
  await client.say('play: speed: 200');
  await server.pass(0.4);
  server.player.lose('crashed');
  expect((await client.ask('transport info')).lines).toContain('status: stopped');
  const started = vi.spyOn(server.deck, 'startSequence');
  const answer = client.say(request);
  await expect.poll(() => started.mock.calls.length).toBe(1);
  server.player.revive();
  expect(await answer).toBe('200 ok');
  return server;
};

test('goto: the clip that it goes to plays, at the speed of the one before', async () => {
  const { deck } = await askWhileAway('goto: clip id: 3');
  expect(deck.state()).toMatchObject({ selectedId: 'c', transport: 'playing', speed: 2 });
});

test('a stop mode: what plays ends by it', async () => {
  const { deck, pass, player } = await askWhileAway('play option: stop mode: black');
  expect(deck.state()).toMatchObject({ selectedId: 'a', transport: 'playing', speed: 2 });
  await pass(4);
  expect(player.view().cue?.picture).toMatchObject({ kind: 'screen', path: '/usr/share/cuedeck/black.png' });
});

test('a play range: what plays ends with it', async () => {
  const { deck, pass } = await askWhileAway('playrange set: clip id: 1');
  expect(deck.state()).toMatchObject({ selectedId: 'a', transport: 'playing' });
  await pass(4);
  expect(deck.state()).toMatchObject({ selectedId: 'a', transport: 'ended' });
});
