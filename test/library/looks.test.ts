import { expect, onTestFinished, test, vi } from 'vitest';
import { createLooks } from '../../src/library/looks.ts';

const WAIT = { timeout: 30_000 };

/** Looks that end when they are told to. */
const createHeld = () => {
  const ends: (() => void)[] = [];
  const looks = createLooks(() => new Promise((resolve) => ends.push(resolve)));
  onTestFinished(looks.stop);
  return { looks, ends, end: () => ends.at(-1)?.() };
};

test('looks that are wanted while one hangs are one look after it', async () => {
  const { looks, ends, end } = createHeld();
  const first = looks.now();
  const others = [looks.now(), looks.now()];
  expect(ends).toHaveLength(1);
  end();
  await vi.waitFor(() => expect(ends).toHaveLength(2), WAIT);
  end();
  await Promise.all([first, ...others]);
  expect(ends).toHaveLength(2);
  void looks.now();
  expect(ends).toHaveLength(3);
});

test('a look that fails does not keep the next from being made', async () => {
  let count = 0;
  const looks = createLooks(async () => {
    count += 1;
    if (count === 1) throw new Error('no disk');
  });
  await expect(looks.now()).rejects.toThrow('no disk');
  await looks.now();
  expect(count).toBe(2);
});

test('the next look by itself is made some time after the last one has ended', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { looks, ends, end } = createHeld();
  let prepared = 0;
  looks.every(60, () => {
    prepared += 1;
  });
  await vi.advanceTimersByTimeAsync(59_999);
  expect([ends.length, prepared]).toEqual([0, 0]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect([ends.length, prepared]).toEqual([1, 1]);
  end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([ends.length, prepared]).toEqual([2, 2]);
  looks.stop();
  end();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(ends).toHaveLength(2);
});
