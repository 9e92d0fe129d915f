// Who is meant by the words of `cuedeck fleet`.
import { expect, test } from 'vitest';
import { checkNameFree, choosePlayers, findPlayerOf } from '../../src/cli/fleet/choice.ts';
import { createFleetRegistry } from '../../src/mqtt/fleet/registry.ts';

const view = createFleetRegistry('cuedeck');
for (const [id, name] of Object.entries({ p1: 'stage', p2: 'box1', p3: 'box3' })) {
  view.handle(`cuedeck/player/${id}/online`, Buffer.from('online'));
  view.handle(`cuedeck/player/${id}/status`, Buffer.from(JSON.stringify({ name })));
}
const ALL = view.players();

test.each([
  ['p1', 'Box1', 'p1 does not become "Box1": p2 is called that. Choose another name.'],
  ['p1', 'P3', 'p1 does not become "P3": that is the id of another player. Choose another name.'],
])('%s may not be called %s', (id, name, message) => {
  expect(() => checkNameFree(ALL, findPlayerOf(ALL, id), name)).toThrow(expect.objectContaining({ message, exit: 1 }));
});

test.each(['p1', 'STAGE', 'balcony'])('p1 may be called %s, by which nobody else goes', (name) => {
  expect(checkNameFree(ALL, findPlayerOf(ALL, 'p1'), name)).toBeUndefined();
});

test.each(['x/../../../all', '#', '+'])('the group %s, which leads to other topics, means nobody', (group) => {
  view.handle('cuedeck/player/ghost/online', Buffer.from('online'));
  view.handle('cuedeck/player/ghost/status', Buffer.from(JSON.stringify({ name: 'ghost', groups: [group] })));
  expect(() => choosePlayers(view.players(), { group })).toThrow(`No player is in the group "${group}".`);
});

test('a player that is named twice, by its id or its name, is meant once', () => {
  const { players, scopes } = choosePlayers(ALL, { to: 'p2,p1,box1,p2' });
  expect([players.map(({ id }) => id), scopes]).toEqual([
    ['p2', 'p1'],
    ['player/p2', 'player/p1'],
  ]);
});
