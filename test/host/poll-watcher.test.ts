import { expect, onTestFinished, test, vi } from 'vitest';
import { PollWatcher } from '../../src/host/poll-watcher.ts';

const createWatch = async () => {
  let found = 'a';
  const watch = new PollWatcher({ look: async () => found, everySeconds: 0.01 });
  onTestFinished(() => watch.dispose());
  await watch.start();
  const heard = vi.fn();
  const stop = watch.subscribe(heard);
  return { watch, heard, stop, change: (text: string) => (found = text) };
};

test('a change is heard of once, without being asked', async () => {
  const { watch, heard, change } = await createWatch();
  change('b');
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1), 10_000);
  await watch.check();
  expect(heard).toHaveBeenCalledTimes(1);
});

test('who has stopped listening hears nothing', async () => {
  const { watch, heard, stop, change } = await createWatch();
  stop();
  change('b');
  await watch.check();
  expect(heard).not.toHaveBeenCalled();
});

test('after its end it is silent', async () => {
  const { watch, heard, change } = await createWatch();
  watch.dispose();
  change('b');
  await watch.check();
  expect(heard).not.toHaveBeenCalled();
});
