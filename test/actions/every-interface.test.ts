// Every verb has the same effect on the deck, whichever interface it comes over.
import { expect, test } from 'vitest';
import type { Action } from '../../src/actions/action.ts';
import { ACTIONS } from '../../src/actions/table.ts';
import { runCommandLine } from '../../src/cli/command-line.ts';
import { addList } from '../../src/deck/lists/list-edits.ts';
import type { DeckState } from '../../src/deck/state.ts';
import { toPayloadFields } from '../../src/mqtt/commands/commands.ts';
import { createDispatcher } from '../../src/mqtt/commands/dispatcher.ts';
import { createTopics } from '../../src/mqtt/topics.ts';
import { runOscMessage, toArguments } from '../../src/osc/commands.ts';
import { createSilentIo } from '../fixtures/silent-io.ts';
import { createServer } from '../http/server-under-test.ts';

/** What each verb is tried with on clip a, which is paused at 4 s of 10 while a list is active. A clip is c, the third. */
const VALUES: Readonly<Record<string, Readonly<Record<string, number | boolean | string>>>> = {
  goto: { seconds: 2.5 },
  jump: { seconds: -1.5 },
  step: { frames: 2 },
  last: { seconds: 3 },
  speed: { factor: 0.5 },
  volume: { percent: 35 },
  fade: { to: 'black', seconds: 0 },
  mute: { on: true },
  overlay: { kind: 'clock' },
  showinfo: { shown: false },
};

type Box = Awaited<ReturnType<typeof createServer>>;

const INTERFACES: Readonly<Record<string, (box: Box, row: Action) => Promise<unknown>>> = {
  '/api/v1': async ({ ask }, row) => {
    const body = { ...(row.clip !== undefined && { clipId: 'c' }), ...VALUES[row.name] };
    const { status } = await ask(`/api/v1${row.path}`, { method: 'POST', body: JSON.stringify(body) });
    expect(status).toBe(200);
  },
  OSC: ({ deck, startAt }, row) => {
    const given: Readonly<Record<string, number | boolean | string>> = { number: 3, ...VALUES[row.name] };
    const values = toArguments(row).flatMap(({ name }) => given[name] ?? []);
    return runOscMessage(ACTIONS, { deck, startAt }, `/cuedeck/${row.name}`, values);
  },
  MQTT: ({ deck, startAt, wall }, row) =>
    new Promise((resolve, reject) => {
      const dispatch = createDispatcher({
        ...{ actions: ACTIONS, deck, startAt, wall, id: 'one', onStarted: () => undefined, waitedSeconds: () => 0 },
        topics: createTopics({ root: 'cuedeck', id: 'one', groups: [] }),
        toStatus: () => ({}),
        send: ({ payload }) => ('error' in JSON.parse(payload) ? reject(new Error(payload)) : resolve(undefined)),
      });
      const values = Object.values(VALUES[row.name] ?? {});
      const fields = toPayloadFields(row).map(({ name }) => name);
      const payload =
        row.clip === undefined
          ? Object.fromEntries(values.map((value, index) => [fields[index], value]))
          : { clip: 'c' };
      dispatch({
        ...{ topic: `cuedeck/all/do/${row.name}`, payload: Buffer.from(JSON.stringify(payload)), retained: false },
        ...{ responseTopic: 'cuedeck/answers/me', correlationData: undefined, sent: undefined },
      });
    }),
  cuedeck: async ({ port }, row) => {
    const lines: string[] = [];
    const words = Object.values(VALUES[row.name] ?? {}).map((value) =>
      typeof value === 'boolean' ? { true: 'on', false: 'off' }[`${value}`] : `${value}`,
    );
    const args = [row.cliName, ...(row.clip === undefined ? [] : ['3']), ...words];
    const code = await runCommandLine(args, createSilentIo(port, lines));
    expect([code, lines]).toEqual([0, [expect.any(String)]]);
  },
};

/** All of the deck but what differs between two of them by itself. */
const toEffect = ({ document, ...rest }: DeckState) => ({
  ...rest,
  settings: document.settings,
  clips: document.clips,
  // Where a shuffled list would begin.
  show: { ...rest.show, round: 0 },
});

const doOn = async (row: Action, run: (box: Box, row: Action) => Promise<unknown>) => {
  const box = await createServer();
  const items = ['b', 'c', 'a'].map((clipId) => ({ id: `item ${clipId}`, clipId }));
  await box.deck.lists.edit((lists, clips) => addList(lists, { name: 'Show', repeat: true, items }, clips, 'show'));
  await box.deck.lists.activate('show');
  await box.deck.select(1);
  await box.deck.goTo(4);
  const before = toEffect(box.deck.state());
  await run(box, row);
  await box.settle();
  return { before, after: toEffect(box.deck.state()) };
};

test('every verb with a needed parameter has a row in VALUES', () => {
  const needing = ACTIONS.filter(({ parameters }) => parameters.some(({ isOptional }) => !isOptional));
  expect(needing.map(({ name }) => name).filter((name) => VALUES[name] === undefined)).toEqual([]);
});

test.each(ACTIONS.filter(({ changes }) => changes))('$name', async (row) => {
  const [first, ...others] = await Promise.all(Object.values(INTERFACES).map((run) => doOn(row, run)));
  // Pausing what stands changes nothing, nor does a speed that it has.
  if (row.name !== 'pause') expect(first?.after).not.toEqual(first?.before);
  for (const { after } of others) expect(after).toEqual(first?.after);
});
