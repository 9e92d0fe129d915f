// `cuedeck lists`: the lists made, shown and changed from a shell, and what `status` tells of the show.
import { expect, test } from 'vitest';
import { videoClip } from '../fakes/memory-clip-store.ts';
import { createServer } from '../http/server-under-test.ts';
import { createCommandLine } from './run-here.ts';

const createShell = async () => {
  const clips = ['Intro', 'Film', 'Closing'].map((name) => videoClip(name.toLowerCase(), { name }));
  const server = await createServer({ clips });
  const run = createCommandLine(server.port);
  /** Its lines, with one space between the columns; of a command that succeeds. */
  const say = async (...args: readonly string[]) => {
    const { code, lines } = await run(...args);
    expect([args, code, lines]).toEqual([args, 0, lines]);
    return lines.map((line) => line.replace(/ +/g, ' ').trim());
  };
  const parse = async (...args: readonly string[]) => JSON.parse((await run(...args, '--json')).lines.join(''));
  return { ...server, run, say, parse };
};

test('a list is made, filled, changed, played and deleted by its name', async () => {
  const { say, parse } = await createShell();
  expect(await say('lists')).toEqual(['There are no lists. `cuedeck lists create NAME` makes one.']);
  const [made = ''] = await say('lists', 'create', 'Evening');
  const [, id = ''] = /^Made the list Evening, ([0-9a-f]{12})\.$/.exec(made) ?? [];
  expect(await say('lists', 'evening')).toEqual([`The list is empty. \`cuedeck lists add ${id} CLIP\` adds to it.`]);
  expect(await say('lists', 'add', 'Evening', 'closing')).toEqual(['Added clip 3, Closing to Evening, at 1.']);
  expect(await say('lists', 'add', id, '1', 'Film', '--place', '1', '--then', 'next')).toEqual([
    'Added 2 clips to Evening, at 1.',
  ]);
  expect(
    await say('lists', 'item', 'Evening', '3', '--pre-wait', '2', '--post-wait', '0:01.5', '--note', 'dim'),
  ).toEqual(['Changed item 3 of Evening.']);
  expect(await say('lists', 'item', 'Evening', '1', '--fade-in', '2', '--fade-out', '0')).toEqual([
    'Changed item 1 of Evening.',
  ]);
  expect(await say('lists', 'item', 'Evening', '1', '--note', '')).toEqual(['Changed item 1 of Evening.']);
  expect((await parse('lists', 'Evening')).items[0]).toMatchObject({ fadeInSeconds: 2, fadeOutSeconds: 0 });
  await say('lists', 'item', 'Evening', '1', '--fade-in', 'own');
  expect((await parse('lists', 'Evening')).items[0]).not.toHaveProperty('fadeInSeconds');
  expect(await say('lists', 'move', 'Evening', '2', '3')).toEqual(['Item 2 of Evening is item 3 now.']);
  expect(await say('lists', 'item', 'Evening', '3', '--then', 'own')).toEqual(['Changed item 3 of Evening.']);
  expect(await say('lists', 'edit', 'Evening', '--name', 'Show', '--repeat', 'on', '--shuffle', 'off')).toEqual([
    'Changed the list Show.',
  ]);
  await say('activate', 'show');
  await say('go');
  const { items } = await parse('lists', 'Show');
  const ids = items.map((item: { readonly id: string }) => item.id);
  expect(await say('lists', 'Show')).toEqual([
    '# CLIP NAME LENGTH FOLLOW WAITS FADES NOTE ID',
    `> 1 1 Intro 0:10.000 next 0 s out ${ids[0]}`,
    `GO 2 3 Closing 0:10.000 (hold) 2 s before, 1.5 s after dim ${ids[1]}`,
    `3 2 Film 0:10.000 (hold) ${ids[2]}`,
  ]);
  expect(await say('lists')).toEqual(['NAME ITEMS LENGTH ORDER ID', `> Show 3 0:30.000 repeat ${id}`]);
  expect(await parse('lists')).toEqual([{ id, name: 'Show', repeat: true, shuffle: false, items }]);
  expect(await say('lists', 'remove', 'Show', '1', ids[2])).toEqual(['Removed 2 items from Show; 1 left.']);
  expect((await parse('lists', 'Show')).items).toEqual([items[1]]);
  expect(await say('lists', 'delete', 'Show')).toEqual(['Deleted the list Show.']);
  expect(await parse('lists')).toEqual([]);
});

test('what cannot be is refused, and the list stays', async () => {
  const { say, run, parse } = await createShell();
  await say('lists', 'create', 'Twice');
  await say('lists', 'create', 'twice');
  await say('lists', 'create', 'Once');
  await say('lists', 'add', 'Once', '1', '2');
  const before = await parse('lists');
  const [{ id: first }, { id: second }] = before;
  const refused: readonly (readonly [args: readonly string[], code: number, line: string])[] = [
    [['lists', 'nope'], 1, 'There is no list "nope". `cuedeck lists` shows them.'],
    [['activate', 'nope'], 1, 'There is no list "nope". `cuedeck lists` shows them.'],
    [['lists', 'TWICE'], 1, `The lists ${first} and ${second} have the same name. Give the id.`],
    [['lists', 'add', 'Once', 'nope'], 1, 'There is no clip named "nope". `cuedeck clips` shows the list.'],
    [['lists', 'add', 'Once', '1', '--place', '4'], 2, 'The place "4" is invalid; allowed: 1 to 3.'],
    [
      ['lists', 'add', 'Once', '1', '--then', 'x'],
      2,
      '--then "x" is invalid; allowed: hold, splash, black, next, loop, back, own.',
    ],
    [['lists', 'item', 'Once', '3', '--note', 'x'], 1, 'There is no item "3"; "Once" has the items 1 to 2.'],
    [['lists', 'item', first, '1', '--note', 'x'], 1, 'There is no item "1"; "Twice" is empty.'],
    [
      ['lists', 'item', 'Once', '1'],
      2,
      'Nothing to change. Give --then, --pre-wait, --post-wait, --fade-in, --fade-out or --note.',
    ],
    [['lists', 'move', 'Once', '1', '0'], 2, 'The place "0" is invalid; allowed: 1 to 2.'],
    [['lists', 'remove', 'Once', '1', '0'], 1, 'There is no item "0"; "Once" has the items 1 to 2.'],
    [['lists', 'edit', 'Once'], 2, 'Nothing to change. Give --name, --repeat or --shuffle.'],
    [['lists', 'edit', 'Once', '--repeat', 'yes'], 2, '--repeat "yes" is invalid; allowed: on or off.'],
  ];
  for (const [args, code, line] of refused) expect([args, await run(...args)]).toEqual([args, { code, lines: [line] }]);
  expect((await run('lists', 'create', '')).code).toBe(1);
  expect(await parse('lists')).toEqual(before);
});

test('status tells of the show what is not as usual, and all of it as JSON', async () => {
  const { say, parse, clock } = await createShell();
  const shown = async () => {
    const lines = await say('status');
    return lines.slice(
      lines.findIndex((line) => line.startsWith('State')) + 1,
      lines.findIndex((line) => line.startsWith('Speed')),
    );
  };
  expect(await shown()).toEqual([]);
  await say('lists', 'create', 'Evening');
  await say('lists', 'add', 'Evening', '1', '2', '3', '--then', 'next');
  await say('activate', 'Evening');
  expect(await shown()).toEqual(['List Evening, 3 items', 'Standby clip 1, Intro, item 1']);
  await say('go');
  await say('pause');
  await say('fade', 'black', '0');
  await say('volume', '40');
  await say('mute', 'on');
  expect(await shown()).toEqual([
    'Fade black',
    'Volume 40 %, muted',
    'List Evening, item 1 of 3, 0:30.000 left',
    'Standby clip 2, Film, item 2',
  ]);
  const { items } = await parse('lists', 'Evening');
  await say('standby', '--item-id', items[2].id);
  expect((await shown()).at(-1)).toBe('Standby clip 3, Closing, item 3');
  await say('standby', '3');
  await say('mute', 'off');
  await say('volume', '100');
  await say('fade', 'picture', '2');
  await say('overlay', 'countdown', '--text', 'Starts in', '--until', '2026-05-01T20:15:00Z');
  clock.advance(0.5);
  expect(await shown()).toEqual([
    'Fade fading to the picture, now at 25 %',
    'Overlay countdown to 2026-05-01T20:15:00.000Z “Starts in”',
    'List Evening, item 1 of 3, 0:30.000 left',
    'Standby clip 3, Closing',
  ]);
  const { transport, list } = await parse('status');
  expect(transport).toMatchObject({
    standby: { clipId: 'closing' },
    listId: list.id,
    volumePercent: 100,
    muted: false,
  });
  expect(list.name).toBe('Evening');
});

test('a wait that runs is told by status and by the command that began it', async () => {
  const { say, parse, clock, deck, player } = await createShell();
  await say('lists', 'create', 'Evening');
  await say('lists', 'add', 'Evening', '1', '2', '--then', 'next');
  await say('lists', 'item', 'Evening', '1', '--pre-wait', '3', '--post-wait', '5');
  await say('activate', 'Evening');
  expect((await say('go'))[1]).toBe('Waiting: clip 1, Intro, starts in 0:03.000.');
  clock.advance(1);
  expect(await say('status')).toContain('Waiting clip 1, Intro, item 1, starts in 0:02.000');
  await say('go');
  expect((await say('status')).join()).not.toContain('Waiting');
  expect((await parse('status')).transport.waiting).toBeNull();
  player.advance(10);
  await expect.poll(() => deck.state().waiting).toBeDefined();
  expect(await say('status')).toContain('Waiting clip 1, Intro, item 1, has ended, wait ends in 0:05.000');
});
