// A broker that stands still without closing: given up within seconds, and told everything when it goes on.
import { expect, onTestFinished, test } from 'vitest';
import { connectFleet } from '../../src/mqtt/fleet/client.ts';
import { startBroker } from './broker.ts';
import { connectOperator } from './operator.ts';
import { createService, GOOD_CLOCK } from './service-under-test.ts';

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
  await expect.poll(() => log.lines.map(({ level }) => level)).toEqual(['info', 'warning']);
  broker.process().kill('SIGCONT');
  await operator.when(STATUS, ({ number }) => number === 2, 15);
  await operator.until(() => operator.text(ONLINE) === 'online' || undefined, 15);
});

/** A player, and `cuedeck fleet` at a broker that has just been stopped, with a command on its way. */
const fireAtFrozen = async () => {
  const broker = await startBroker();
  onTestFinished(() => broker.dispose());
  const player = await createService(broker.url, { reading: GOOD_CLOCK });
  const operator = await connectOperator(broker.url, { keepalive: 60 });
  onTestFinished(() => operator.end());
  await operator.until(() => operator.text(ONLINE));
  const place = { url: new URL(broker.url), user: '', password: '', ca: undefined };
  const fleet = await connectFleet(place, 'cuedeck', () => player.wall.nowSeconds());
  onTestFinished(() => fleet.end());
  broker.process().kill('SIGSTOP');
  const ask = (command: string, values: object, seconds: number) =>
    fleet.request({
      scopes: ['all'],
      command,
      values: { ...values },
      seconds,
      isEnough: (answers) => answers.size > 0,
    });
  expect(await ask('fire', { clip: 'a.mp4' }, 1)).toEqual(new Map());
  return { ...player, broker, ask };
};

test('a command of the fleet that a frozen broker gives on too late is carried out by nobody', async () => {
  const { broker, ask, shown, wall } = await fireAtFrozen();
  const before = shown();
  // The player's clock goes on while the broker stands.
  wall.nowSeconds = () => Date.now() / 1000 + 30;
  broker.process().kill('SIGCONT');
  expect([...(await ask('status', {}, 20)).keys()]).toEqual(['one']);
  expect(shown()).toEqual(before);
});

test('a command of the fleet that a broker died with is not sent again to the next one', async () => {
  const { broker, ask, shown } = await fireAtFrozen();
  const before = shown();
  await broker.kill();
  const fire = (): Promise<string> =>
    ask('fire', { clip: 'a.mp4' }, 1).then(
      () => 'sent',
      () => 'refused',
    );
  await expect.poll(fire, { timeout: 20_000 }).toBe('refused');
  await broker.start();
  const answers = async (): Promise<readonly string[]> => [
    ...(await ask('status', {}, 1).catch(() => new Map())).keys(),
  ];
  await expect.poll(answers, { timeout: 60_000 }).toEqual(['one']);
  expect(shown()).toEqual(before);
});
