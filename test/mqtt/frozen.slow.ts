// A broker that stands still without closing: given up within seconds, and told everything when it goes on.
import { expect, onTestFinished, test } from 'vitest';
import { startBroker } from './broker.ts';
import { connectOperator } from './operator.ts';
import { createService } from './service-under-test.ts';

const STATUS = 'cuedeck/player/one/status';
const ONLINE = 'cuedeck/player/one/online';

test('a frozen broker is given up within seconds; then everything is told anew', async () => {
  const broker = await startBroker();
  onTestFinished(() => broker.dispose());
  const { deck, log } = await createService(broker.url);
  const operator = await connectOperator(broker.url, { keepalive: 60 });
  onTestFinished(() => operator.end());
  await operator.until(() => operator.text(ONLINE));
  broker.process().kill('SIGSTOP');
  for (let index = 0; index < 300; index += 1) await deck.select(1 + (index % 3));
  await deck.select(2);
  await new Promise((resolve) => setTimeout(resolve, 8500));
  expect(log.lines.map(({ level }) => level)).toEqual(['info', 'warning']);
  broker.process().kill('SIGCONT');
  await operator.when(STATUS, ({ number }) => number === 2, 15);
  await operator.until(() => operator.text(ONLINE) === 'online' || undefined, 15);
});
