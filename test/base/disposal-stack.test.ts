import { expect, test } from 'vitest';
import { DisposalStack } from '../../src/base/disposal-stack.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';

const createStack = () => {
  const log = createRecordingLog();
  const ended: string[] = [];
  return {
    stack: new DisposalStack({ log }),
    ended,
    end: (name: string) => (): void => void ended.push(name),
    logged: () => log.lines.map(({ level, text }) => `${level}: ${text}`),
  };
};

const hangs = (): Promise<never> => new Promise(() => undefined);

test('parts end in reverse, each when the one above it has ended, and once', async () => {
  const { stack, ended, end, logged } = createStack();
  stack.add('disk', end('disk'));
  stack.add('player', async () => {
    ended.push('player ends');
    await new Promise(setImmediate);
    ended.push('player ended');
  });
  stack.add('server', end('server'));
  await stack.dispose();
  await stack.dispose();
  expect([ended, logged()]).toEqual([['server', 'player ends', 'player ended', 'disk'], []]);
});

test('a part that hangs and one that throws are logged, and keep none of the others', async () => {
  const { stack, ended, end, logged } = createStack();
  stack.add('disk', end('disk'));
  stack.add('player', hangs, { timeoutSeconds: 0.02 });
  stack.add('server', () => {
    throw new Error('no such socket');
  });
  stack.add('page', end('page'));
  await stack.dispose();
  expect([ended, logged()]).toEqual([
    ['page', 'disk'],
    ['error: server did not stop: no such socket', 'error: player did not stop within 0.02 s'],
  ]);
});

test('parts that end together end before the part below them', async () => {
  const { stack, ended, end, logged } = createStack();
  stack.add('disk', end('disk'));
  stack.add('http', hangs, { timeoutSeconds: 0.02 });
  stack.add('osc', end('osc'), { withPrevious: true });
  stack.add('mqtt', end('mqtt'), { withPrevious: true });
  await stack.dispose();
  expect([ended, logged()]).toEqual([['mqtt', 'osc', 'disk'], ['error: http did not stop within 0.02 s']]);
});

test('a start that fails ends what had started, then throws its own error', async () => {
  const { stack, ended, end } = createStack();
  const start = stack.unwindOnFailure(async () => {
    stack.add('disk', end('disk'));
    stack.add('player', end('player'));
    throw new Error('port taken');
  });
  await expect(start).rejects.toThrow('port taken');
  expect(ended).toEqual(['player', 'disk']);
});

test('a start that succeeds keeps its parts', async () => {
  const { stack, ended, end } = createStack();
  const result = await stack.unwindOnFailure(async () => {
    stack.add('disk', end('disk'));
    return 'up';
  });
  expect([result, ended]).toEqual(['up', []]);
  await stack.dispose();
  expect(ended).toEqual(['disk']);
});
