// Long work for clients is done one at a time, and for each address in turn.
import { expect, test } from 'vitest';
import { FairQueue } from '../../src/net/fair-queue.ts';

const createQueue = () => {
  const queue = new FairQueue();
  const done: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string, address: string): Promise<void> =>
    queue.run(address, async () => {
      done.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { queue, done, run, end };
};

test('one runs at a time, and an address with one need not wait for all of another', async () => {
  const { done, run, end } = createQueue();
  const all = [
    ...['a1', 'a2', 'a3'].map((name) => run(name, '10.0.0.1')),
    run('b1', '10.0.0.2'),
    run('a4', '10.0.0.1'),
    run('b2', '10.0.0.2'),
    run('c1', '10.0.0.3'),
  ];
  await Promise.resolve();
  expect(done).toEqual(['a1']);
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']) await end(name);
  await Promise.all(all);
  expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

test('who asks after every other has gone again runs at once', async () => {
  const { done, run, end } = createQueue();
  const first = run('a1', '10.0.0.1');
  await end('a1');
  await first;
  void run('b1', '10.0.0.2');
  expect(done).toEqual(['a1', 'b1']);
  await end('b1');
});

test('one that fails tells its caller, and the next one runs', async () => {
  const { queue, done, run, end } = createQueue();
  const failing = queue.run('10.0.0.1', () => Promise.reject(new Error('no')));
  const next = run('next', '10.0.0.1');
  await expect(failing).rejects.toThrow('no');
  await end('next');
  await next;
  expect(done).toEqual(['next']);
});
