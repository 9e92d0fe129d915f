// fire with an instant: cued and ready before it, running on it by the player's own clock, or a reason why not.
import { expect, onTestFinished, test } from 'vitest';
import type { ClockReading, WallClock } from '../../src/deck/ports.ts';
import { videoClip } from '../fakes/memory-clip-store.ts';
import { openBrokerFixture } from './broker-fixture.ts';
import { GOOD_CLOCK } from './service-under-test.ts';

const { operator, start } = await openBrokerFixture();
const soon = (seconds: number): number => Date.now() / 1000 + seconds;
/** A time that no command can come too late for, and that nobody has to be quick before. */
const AHEAD_SECONDS = 0.25;
/** The clock of these players stands until it is moved: then how late they start is no luck. A start looks at it again by itself. */
const holdClock = (...walls: readonly WallClock[]) => {
  const heldSeconds = Date.now() / 1000;
  const tell = (nowSeconds: () => number): void => {
    for (const wall of walls) wall.nowSeconds = nowSeconds;
  };
  tell(() => heldSeconds);
  return {
    atSeconds: heldSeconds + AHEAD_SECONDS,
    moveTo: (seconds: number): void => tell(() => seconds),
    runFrom: (seconds: number): void => {
      const begin = performance.now();
      tell(() => seconds + (performance.now() - begin) / 1000);
    },
  };
};
const isArmed = ({ armedAt }: Readonly<Record<string, unknown>>): boolean => typeof armedAt === 'string';
const fire = (payload: Record<string, unknown>, count: number) =>
  operator.ask('cuedeck/player/one/do/fire', payload, count);

test('the player says that it is ready, starts on the instant, and says how late it was', async () => {
  const { wall, shown } = await start();
  const { atSeconds, moveTo } = holdClock(wall);
  const asked = fire({ clip: 'b', at: new Date(atSeconds * 1000).toISOString() }, 2);
  await operator.when('cuedeck/player/one/status', isArmed);
  expect(shown()).toEqual([2, false, 0]);
  moveTo(atSeconds + 0.05);
  const [ready, started] = await asked;
  expect(ready).toMatchObject({ phase: 'ready', clock: { source: 'chrony', uncertaintySeconds: 0.001 } });
  expect(started).toMatchObject({ phase: 'started', number: 2, playing: true, armedAt: null });
  expect(started?.lateSeconds).toBeCloseTo(0.05, 2);
});

const unsure = (uncertaintySeconds: number): ClockReading => ({ ...GOOD_CLOCK, uncertaintySeconds });

test.each([
  ['nobody keeps the clock', undefined, {}, 'clock-unsure'],
  ['the clock may be wrong by more than the bound', unsure(0.05), {}, 'clock-unsure'],
  ['the instant has passed', GOOD_CLOCK, { at: 1_700_000_000 }, 'too-late'],
  ['the instant is next week', GOOD_CLOCK, { at: soon(7 * 86_400) }, 'invalid-value'],
  ['there is no such clip', GOOD_CLOCK, { clip: 'z' }, 'clip-not-found'],
] as const)('refused with the reason when %s', async (_why, reading, change, code) => {
  const { shown } = await start({ reading: reading as ClockReading });
  const [answer] = await fire({ clip: 'a', at: soon(5), ...change }, 1);
  expect(answer).toMatchObject({ code });
  expect(shown()).toEqual([0, false, 0]);
});

test('an instant that is too near to cue the clip is refused, and what plays goes on', async () => {
  const { deck, shown } = await start();
  await deck.cue(([, , clip]) => clip ?? videoClip('none'), { playing: true });
  const [answer] = await fire({ clip: 'a', at: soon(0.1) }, 1);
  expect(answer).toMatchObject({ code: 'too-late' });
  expect(shown()).toEqual([2, true, 0]);
});

test('a clip that took longer to cue than there was time starts at once, and goes to where the others are', async () => {
  const { wall, deck, shown } = await start();
  const at = soon(0.5);
  let looks = 0;
  wall.nowSeconds = () => {
    looks += 1;
    return at + (looks === 1 ? -0.5 : 0.5);
  };
  const [, started] = await fire({ clip: 'a', at }, 2);
  expect(started).toMatchObject({ phase: 'started', lateSeconds: 0.5 });
  while (deck.state().positionSeconds < 0.4) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(shown().slice(0, 2)).toEqual([1, true]);
});

test('an unsure clock starts when it is forced', async () => {
  const { wall, shown } = await start();
  wall.set(undefined);
  const { atSeconds, moveTo } = holdClock(wall);
  const asked = fire({ clip: 'a', at: atSeconds, force: true }, 2);
  await operator.when('cuedeck/player/one/status', isArmed);
  moveTo(atSeconds);
  expect(await asked).toMatchObject([{ phase: 'ready', clock: { source: 'none' } }, { phase: 'started' }]);
  expect(shown()[1]).toBe(true);
});

test.each(['stop', 'pause', 'play', 'select', 'goto'] as const)(
  '%s before the instant takes the start back',
  async (command) => {
    const { wall, deck, shown } = await start();
    const { atSeconds, moveTo } = holdClock(wall);
    const asked = fire({ clip: 'a', at: atSeconds }, 2);
    await operator.when('cuedeck/player/one/status', isArmed);
    const operations = {
      stop: () => deck.stop(),
      pause: () => deck.pause(),
      play: () => deck.play(),
      select: () => deck.select(1),
      goto: () => deck.goTo(3),
    };
    await operations[command]();
    const before = shown();
    moveTo(atSeconds + 0.05);
    expect((await asked)[1]).toMatchObject({ code: 'taken-back', status: 409 });
    expect(shown()).toEqual(before);
  },
);

/** Two players in one loop, until the test is over. */
const playTogether = async (aheadSeconds = 0) => {
  const clips = [videoClip('a', { loop: true, durationSeconds: 1000, outSeconds: 1000 })];
  const leader = await start({ id: 'one', clips });
  const follower = await start({ id: 'two', clips });
  const { atSeconds, moveTo, runFrom } = holdClock(leader.wall, follower.wall);
  const asked = operator.ask('cuedeck/all/do/fire', { clip: 'a', at: atSeconds }, 4);
  for (const id of ['one', 'two']) await operator.when(`cuedeck/player/${id}/status`, isArmed);
  moveTo(atSeconds);
  await asked;
  runFrom(atSeconds);
  follower.player.advance(aheadSeconds);
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    for (const { player } of [leader, follower]) player.advance((now - last) / 1000);
    last = now;
  }, 20);
  onTestFinished(() => clearInterval(timer));
  return { leader, follower };
};

const syncIs =
  (word: string) =>
  ({ sync }: Readonly<Record<string, unknown>>): boolean =>
    JSON.stringify(sync).includes(word);

test('the lowest id leads; one that is ahead goes slower until they are together, and both run free when stopped', async () => {
  const { leader, follower } = await playTogether(0.03);
  await operator.when('cuedeck/player/one/position', syncIs('leader'));
  await operator.when('cuedeck/player/two/position', syncIs('follower'));
  while (follower.deck.state().paceFactor >= 1) await new Promise((resolve) => setTimeout(resolve, 20));
  expect([leader.deck.state().paceFactor, follower.deck.state().speed]).toEqual([1, 1]);
  expect(follower.player.view().speed).toBeLessThan(1);
  await operator.ask('cuedeck/all/do/stop', '', 2);
  while (follower.player.view().speed !== 1) await new Promise((resolve) => setTimeout(resolve, 20));
});
