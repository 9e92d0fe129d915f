// The signs that two clients go by one id: the broker's word, or connections that are lost one after the other.
import { expect, test } from 'vitest';
import { createClientIdConflict } from '../../../src/mqtt/broker/client-id-conflict.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';

const create = () => {
  const clock = createManualClock();
  const said: string[] = [];
  const rivalry = createClientIdConflict({
    clientId: 'cuedeck-one',
    clock,
    warn: (text) => said.push(text),
    onAlone: () => said.push('alone'),
  });
  return { clock, said, rivalry };
};
const WHAT_TO_SET = 'as cuedeck-one; give each player a CUEDECK_MQTT_PLAYER of its own';
const GUESS = `the connection is lost again and again, as it is when another client is there ${WHAT_TO_SET}`;

test('what the broker says is told once, each time kept away from, and over after a minute and a half alone', () => {
  const { clock, said, rivalry } = create();
  for (const seconds of [3600, 20, 89]) {
    rivalry.up();
    clock.advance(Math.min(seconds, 89));
    rivalry.sessionTakenOver();
    expect([rivalry.closed(seconds), rivalry.isKnown()]).toEqual([true, true]);
  }
  expect(said).toEqual([`another client is there ${WHAT_TO_SET}`]);
  rivalry.up();
  clock.advance(90);
  expect([said.slice(1), rivalry.isKnown(), rivalry.closed(100)]).toEqual([['alone'], false, false]);
});

test('without a word of the broker the third short connection in a row is one too many', () => {
  const { said, rivalry } = create();
  expect([0.5, 1, 2, 20, undefined, 20].map((seconds) => rivalry.closed(seconds))).toEqual([
    ...[false, false, true, true],
    ...[false, true],
  ]);
  expect(said).toEqual([GUESS]);
});

test('the one that is thrown off now and then is told too, and comes back at once', () => {
  const { said, rivalry } = create();
  expect([20, 30, 20, 25].map((seconds) => rivalry.closed(seconds))).toEqual([false, false, false, false]);
  expect(said).toEqual([GUESS]);
});

test('a broker that is away for a while, or a connection that lasts, is no sign of another', () => {
  const { said, rivalry } = create();
  for (const seconds of [1, 2, undefined, 1, 2, 600, 1, 2]) expect(rivalry.closed(seconds)).toBe(false);
  expect(said).toEqual([]);
});
