// Work for idle times: none of it is forgotten.
import { expect, test } from 'vitest';
import { IdleQueue } from '../../../src/library/thumbnails/idle-queue.ts';

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
};

test.each(Array.from({ length: 30 }, (_, index) => index))(
  'a job is run that is added %i turns after the last one was done',
  async (later) => {
    const queue = new IdleQueue();
    const done: string[] = [];
    const add = (key: string): void =>
      queue.add({
        ...{ key, rank: 1 },
        run: async () => void done.push(key),
        fail: (error) => expect.fail(String(error)),
      });
    add('first');
    await turns(later);
    add('second');
    await turns(100);
    expect(done).toEqual(['first', 'second']);
    await queue.dispose();
  },
);
