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

/** A job that runs until it is interrupted or ended. */
const createLongJob = (rank: number, more: { readonly yields?: true; readonly needsSilence?: true }) => {
  const log: string[] = [];
  let end: () => void = () => undefined;
  const run = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      log.push('begun');
      end = resolve;
      signal.addEventListener('abort', () => {
        log.push('interrupted');
        reject(signal.reason);
      });
    });
  const fail = (error: unknown): void => expect.fail(String(error));
  return { job: { key: 'long', rank, ...more, run, fail }, log, end: () => end() };
};

test.each([
  ['that yields is interrupted by', { yields: true }, 2, ['begun', 'interrupted', 'other', 'begun']],
  ['that yields goes on beside', { yields: true }, 4, ['begun', 'other']],
  ['goes on beside', {}, 2, ['begun', 'other']],
  ['is interrupted by', {}, 0, ['begun', 'interrupted', 'other', 'begun']],
] as const)('a job of rank 4 %s %j another of rank %i', async (_name, more, rank, expected) => {
  const queue = new IdleQueue();
  const { job, log, end } = createLongJob(4, more);
  queue.add(job);
  await turns(20);
  queue.add({ key: 'other', rank, run: async () => void log.push('other'), fail: job.fail });
  await turns(20);
  end();
  await turns(20);
  expect(log).toEqual(expected);
  end();
  await turns(20);
  await queue.dispose();
});

test.each([
  ['needs nothing', {}, false],
  ['needs silence', { needsSilence: true }, true],
  ['needs silence, but yields', { needsSilence: true, yields: true }, false],
] as const)('other work stands still only for a job that measures: %s', async (_name, more, isNeeded) => {
  const queue = new IdleQueue();
  const { job, end } = createLongJob(3, more);
  queue.add(job);
  await turns(20);
  expect(queue.isSilenceNeeded).toBe(isNeeded);
  end();
  await turns(20);
  await queue.dispose();
});
