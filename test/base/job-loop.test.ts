import { expect, test } from 'vitest';
import { createJobLoop } from '../../src/base/job-loop.ts';

/** What is done as soon as no code that runs now stands in the way. */
const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
};

test('a job that comes just as the last one is done is run', async () => {
  const jobs = ['first'];
  const done: (string | undefined)[] = [];
  const loop = createJobLoop({
    hasJob: () => jobs.length > 0,
    run: async () => {
      while (jobs.length > 0) done.push(jobs.shift());
    },
  });
  loop.begin();
  // All jobs are done by now, and the run has not ended.
  jobs.push('second');
  loop.begin();
  await turns(20);
  expect(done).toEqual(['first', 'second']);
});

test('one run at a time, and its end can be waited for', async () => {
  let end = (): void => undefined;
  let runs = 0;
  const loop = createJobLoop({
    hasJob: () => false,
    run: () => {
      runs += 1;
      return new Promise((resolve) => {
        end = resolve;
      });
    },
  });
  await loop.ended();
  loop.begin();
  loop.begin();
  let isOver = false;
  const over = loop.ended().then(() => {
    isOver = true;
  });
  await turns(20);
  expect([runs, isOver]).toEqual([1, false]);
  end();
  await over;
  loop.begin();
  expect(runs).toBe(2);
});
