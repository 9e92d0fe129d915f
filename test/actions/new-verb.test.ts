// A new verb is one row: every interface of our own has it then, and no other file is changed.
import { expect, onTestFinished, test } from 'vitest';
import { action } from '../../src/actions/action.ts';
import { ACTIONS } from '../../src/actions/table.ts';
import { toBashCompletion } from '../../src/cli/bash-completion.ts';
import { runCommandLine } from '../../src/cli/command-line.ts';
import { toCommandTable } from '../../src/cli/command-table.ts';
import { toManPage } from '../../src/cli/man-page.ts';
import { goToLast } from '../../src/deck/playback/relative-seek.ts';
import { runCommand } from '../../src/mqtt/commands/commands.ts';
import { createDispatcher } from '../../src/mqtt/commands/dispatcher.ts';
import { createTopics } from '../../src/mqtt/topics.ts';
import { type OscValue, runOscMessage } from '../../src/osc/commands.ts';
import { number, whole } from '../../src/schema/schema.ts';
import { createDeck } from '../deck/deck-under-test.ts';
import { createSilentIo } from '../fixtures/silent-io.ts';
import { createServer } from '../http/server-under-test.ts';

const TABLE = [
  ...ACTIONS,
  action({
    name: 'finale',
    summary: 'Goes to the last part of the clip and plays it.',
    needed: { seconds: number({ least: 0, most: 60 }) },
    run: async ({ deck }, { seconds }) => {
      await deck.change((state) => goToLast(state, seconds));
      await deck.play();
    },
  }),
];

test('/api/v1 does it, describes it and lists it', async () => {
  const { ask, get, deck, shown } = await createServer({ actions: TABLE });
  await deck.select(1);
  const path = '/api/v1/transport/finale';
  const { status, text } = await ask(path, { method: 'POST', body: '{"seconds":3}' });
  expect([status, JSON.parse(text).state, shown()]).toEqual([200, 'playing', [1, true, 7]]);
  const refused = await ask(path, { method: 'POST', body: '{"seconds":61}' });
  expect(JSON.parse(refused.text)).toEqual({
    error: 'seconds=61 is refused; allowed: a number from 0 to 60.',
    code: 'invalid-value',
  });
  const [, document] = await get('/api/v1/openapi.json');
  const parameters = {
    type: 'object',
    properties: { seconds: { type: 'number', minimum: 0, maximum: 60 } },
    required: ['seconds'],
    additionalProperties: false,
  };
  expect(document).toMatchObject({
    paths: {
      '/transport/finale': {
        post: {
          operationId: 'finaleTransport',
          summary: 'Goes to the last part of the clip and plays it.',
          requestBody: { required: true, content: { 'application/json': { schema: parameters } } },
        },
      },
    },
  });
  const [, actions] = await get('/api/v1/actions');
  expect(actions).toContainEqual({
    name: 'finale',
    summary: 'Goes to the last part of the clip and plays it.',
    changes: true,
    path: '/transport/finale',
    parameters,
  });
});

test('OSC does it, with its parameters as arguments', async () => {
  const { deck, startAt, shown } = await createDeck();
  onTestFinished(() => deck.dispose());
  await deck.select(1);
  const send = (...values: readonly OscValue[]) => runOscMessage(TABLE, { deck, startAt }, '/cuedeck/finale', values);
  await send(3);
  expect(shown()).toEqual([1, true, 7]);
  await expect(send()).rejects.toThrow('/cuedeck/finale needs a number from 0 to 60.');
  await expect(send(61)).rejects.toThrow('finale=61 is refused; allowed: a number from 0 to 60.');
  await expect(runOscMessage(ACTIONS, { deck, startAt }, '/cuedeck/finale', [3])).rejects.toThrow('is not known');
});

test('MQTT does it, with its parameters as payload', async () => {
  const { deck, startAt, wall, shown } = await createDeck();
  onTestFinished(() => deck.dispose());
  await deck.select(1);
  let hear: (answer: unknown) => void = () => undefined;
  const dispatch = createDispatcher({
    ...{ actions: TABLE, deck, startAt, wall, id: 'one', onStarted: () => undefined, waitedSeconds: () => 0 },
    topics: createTopics({ root: 'cuedeck', id: 'one', groups: [] }),
    toStatus: () => ({ shown: shown() }),
    send: ({ payload }) => hear(JSON.parse(payload)),
  });
  const ask = (payload: string): Promise<unknown> =>
    new Promise((resolve) => {
      hear = resolve;
      dispatch({
        ...{ topic: 'cuedeck/all/do/finale', payload: Buffer.from(payload), retained: false },
        ...{ responseTopic: 'cuedeck/answers/me', correlationData: undefined, sent: undefined },
      });
    });
  const done = { player: 'one', command: 'finale', shown: [1, true, 7] };
  expect(await ask('3')).toEqual(done);
  expect(await ask('{"seconds":3}')).toEqual(done);
  expect(await ask('61')).toMatchObject({ code: 'invalid-value', status: 400 });
});

test('`cuedeck` does it, explains it and completes it', async () => {
  const table = toCommandTable(TABLE);
  const { deck, port, shown } = await createServer({ actions: TABLE });
  await deck.select(1);
  const run = async (...words: readonly string[]) => {
    const lines: string[] = [];
    const code = await runCommandLine(words, createSilentIo(port, lines), table);
    return [code, lines.join('\n')];
  };
  expect(await run('finale', '0:03')).toEqual([
    0,
    expect.stringMatching(/^Playing: clip 1, a\.mp4, at 0:07\.000 of 0:10\.000\.$/),
  ]);
  expect(shown()).toEqual([1, true, 7]);
  expect(await run('finale', '61')).toEqual([2, 'seconds "61" is refused; allowed: a number from 0 to 60.']);
  const sentence = 'goes to the last part of the clip and plays it';
  expect(await run('--help')).toEqual([0, expect.stringMatching(new RegExp(`^ {2}finale TIME +${sentence}$`, 'm'))]);
  expect(await run('finale', '--help')).toEqual([0, expect.stringContaining(`cuedeck finale TIME\n\n  ${sentence}\n`)]);
  expect(toManPage(table)).toContain('.SS finale TIME\nGoes to the last part of the clip and plays it.\n');
  expect(toBashCompletion(table)).toMatch(/^ {4}''\) words='.* finale .*' ;;$/m);
  expect(toBashCompletion(table)).toContain("    'finale') words='--json --conf --help' ;;");
});

test('a verb about a clip takes it as each interface names clips, whatever its own parameters are called', async () => {
  const shift = action({
    name: 'shift',
    summary: 'Gives a clip another number.',
    clip: 'needed',
    needed: { number: whole({ least: 1 }) },
    mqttNames: { number: 'to' },
    run: ({ deck }, { number: to }, pick) => deck.clips.move(pick(deck.state().document.clips).id, to),
  });
  const { ask, deck, startAt, wall, port } = await createServer({ actions: [shift] });
  const order = () => deck.state().document.clips.map(({ id }) => id);
  await ask('/api/v1/transport/shift', { method: 'POST', body: '{"clipId":"a","number":3}' });
  expect(order()).toEqual(['splash', 'b', 'c', 'a']);
  await runOscMessage([shift], { deck, startAt }, '/cuedeck/shift', [3, 1]);
  expect(order()).toEqual(['splash', 'a', 'b', 'c']);
  const context = { deck, startAt, wall, onStarted: () => undefined };
  const source = { scope: 'all', notify: () => undefined };
  await runCommand(shift, context, Buffer.from('{"clip":"c","to":1}'), source);
  expect(order()).toEqual(['splash', 'c', 'a', 'b']);
  const lines: string[] = [];
  const code = await runCommandLine(['shift', 'a.mp4', '1'], createSilentIo(port, lines), toCommandTable([shift]));
  expect([code, order()]).toEqual([0, ['splash', 'a', 'c', 'b']]);
});
