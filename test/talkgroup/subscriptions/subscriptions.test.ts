import { describe, expect, test } from 'vitest';
import { createSubscriptionTable } from '../../../src/talkgroup/subscriptions/subscription-table.ts';
import {
  countStatic,
  dropDynamic,
  dropSession,
  expire,
  heard,
  NO_SUBSCRIPTIONS,
  remove,
  type Subscription,
  setSession,
  setStatic,
  toListening,
  toSimplex,
} from '../../../src/talkgroup/subscriptions/subscriptions.ts';

const NEVER = Number.POSITIVE_INFINITY;

const one = (
  talkgroup: number,
  timeslot: 1 | 2,
  source: Subscription['source'],
  endsAtSeconds = NEVER,
): Subscription => ({ talkgroup, timeslot, source, endsAtSeconds });

describe('one peer', () => {
  test('absent becomes static, enabled or not', () => {
    expect(setStatic(NO_SUBSCRIPTIONS, { talkgroup: 91, timeslot: 2, enabled: true })).toEqual([one(91, 2, 'static')]);
    expect(setStatic(NO_SUBSCRIPTIONS, { talkgroup: 91, timeslot: 1, enabled: false })).toEqual([
      one(91, 1, 'disabled'),
    ]);
  });

  test('a static one moves and switches', () => {
    const list = [one(91, 1, 'static'), one(92, 2, 'static')];
    expect(setStatic(list, { talkgroup: 91, timeslot: 2, enabled: false })).toEqual([
      one(92, 2, 'static'),
      one(91, 2, 'disabled'),
    ]);
  });

  test('a dynamic one that is set becomes static, wherever it was', () => {
    const list = [one(91, 1, 'dynamic', 5), one(91, 2, 'disabled')];
    expect(setStatic(list, { talkgroup: 91, timeslot: 2, enabled: true })).toEqual([one(91, 2, 'static')]);
  });

  test('a deleted one is gone from every list; what is not there changes nothing', () => {
    const list = [one(91, 1, 'dynamic', 5), one(91, 2, 'disabled'), one(92, 2, 'static')];
    expect(remove(list, 91)).toEqual([one(92, 2, 'static')]);
    expect(remove(list, 5)).toBe(list);
  });

  const spoken = { talkgroup: 91, timeslot: 2, endsAtSeconds: 900 } as const;

  test('a voice makes it dynamic, and a later voice only lengthens it', () => {
    const list = heard(NO_SUBSCRIPTIONS, spoken);
    expect(list).toEqual([one(91, 2, 'dynamic', 900)]);
    expect(heard(list, { ...spoken, endsAtSeconds: 950 })).toEqual([one(91, 2, 'dynamic', 950)]);
    expect(heard(list, spoken)).toBe(list);
  });

  test('a voice on a talkgroup that is static there changes nothing', () => {
    for (const list of [[one(91, 2, 'static')], [one(91, 2, 'session')]]) expect(heard(list, spoken)).toBe(list);
  });

  test('a voice where it is static ends the dynamic one on the other timeslot: the user has come back', () => {
    expect(heard([one(91, 2, 'static'), one(91, 1, 'dynamic', 5)], spoken)).toEqual([one(91, 2, 'static')]);
  });

  test('a voice on the other timeslot than the static one makes it dynamic here besides', () => {
    expect(heard([one(91, 1, 'static')], spoken)).toEqual([one(91, 1, 'static'), one(91, 2, 'dynamic', 900)]);
  });

  test('a disabled one stays in the static list and is dynamic besides; at its end only disabled again', () => {
    const list = heard([one(91, 2, 'disabled')], spoken);
    expect(list).toEqual([one(91, 2, 'disabled'), one(91, 2, 'dynamic', 900)]);
    expect(expire(list, 899.9)).toBe(list);
    expect(expire(list, 900)).toEqual([one(91, 2, 'disabled')]);
  });

  test('a voice on the other timeslot moves a dynamic one', () => {
    expect(heard([one(91, 1, 'dynamic', 5)], spoken)).toEqual([one(91, 2, 'dynamic', 900)]);
  });

  test('of too many dynamic ones the oldest go', () => {
    let list: readonly Subscription[] = [one(1, 2, 'static')];
    for (let talkgroup = 100; talkgroup < 200; talkgroup++)
      list = heard(list, { talkgroup, timeslot: 2, endsAtSeconds: talkgroup });
    expect(list.map(({ talkgroup }) => talkgroup)).toEqual([1, ...Array.from({ length: 50 }, (_, i) => 150 + i)]);
  });

  test('the dynamic ones of one timeslot are dropped, or all', () => {
    const list = [one(91, 1, 'dynamic', 5), one(92, 2, 'dynamic', 5), one(93, 2, 'static')];
    expect(dropDynamic(list, 2)).toEqual([one(91, 1, 'dynamic', 5), one(93, 2, 'static')]);
    expect(dropDynamic(list)).toEqual([one(93, 2, 'static')]);
  });

  test('options replace what options had set on that timeslot, and yield to the API', () => {
    const list = [one(91, 2, 'disabled'), one(92, 2, 'session'), one(93, 1, 'session')];
    expect(setSession(list, { 1: undefined, 2: [91, 94] })).toEqual([
      one(91, 2, 'disabled'),
      one(93, 1, 'session'),
      one(94, 2, 'session'),
    ]);
    expect(dropSession(list)).toEqual([one(91, 2, 'disabled')]);
  });

  test('a simplex peer has everything on timeslot 2, once', () => {
    expect(toSimplex([one(91, 1, 'static'), one(91, 2, 'dynamic', 5), one(92, 1, 'disabled')])).toEqual([
      one(91, 2, 'static'),
      one(92, 2, 'disabled'),
    ]);
    const list = [one(91, 2, 'static')];
    expect(toSimplex(list)).toBe(list);
  });

  test('a talkgroup is delivered once: where its user last spoke, else where it is static, disabled nowhere', () => {
    expect(
      toListening([one(91, 2, 'dynamic', 5), one(91, 1, 'static'), one(92, 2, 'disabled'), one(93, 1, 'session')]),
    ).toEqual(
      new Map([
        [91, 2],
        [93, 1],
      ]),
    );
  });

  test('disabled ones count as set', () => {
    expect(
      countStatic(
        [one(91, 2, 'disabled'), one(92, 2, 'static'), one(94, 2, 'static'), one(93, 2, 'dynamic', 5)],
        (talkgroup) => talkgroup !== 94,
      ),
    ).toBe(2);
  });
});

describe('the table of all peers', () => {
  const createTable = () => {
    const changes: [peer: number, silenced: readonly number[]][] = [];
    return { changes, table: createSubscriptionTable({ onChange: (...change) => changes.push(change) }) };
  };
  const set =
    (talkgroup: number, timeslot: 1 | 2, enabled = true) =>
    (list: readonly Subscription[]) =>
      setStatic(list, { talkgroup, timeslot, enabled });

  test('it knows who listens to what, and where', () => {
    const { table } = createTable();
    table.change(1, set(91, 1));
    table.change(2, set(91, 2));
    table.change(3, set(91, 2, false));
    table.change(4, set(92, 2));
    expect([...table.listeners(91)]).toEqual([
      [1, 1],
      [2, 2],
    ]);
    table.change(1, set(91, 2));
    table.change(2, (list) => remove(list, 91));
    expect([...table.listeners(91)]).toEqual([[1, 2]]);
    table.change(1, set(91, 2, false));
    expect([...table.listeners(91)]).toEqual([]);
  });

  test('a change tells which talkgroups the peer lost; no change tells nothing', () => {
    const { table, changes } = createTable();
    table.change(1, set(91, 1));
    table.change(1, (list) => remove(list, 5));
    table.change(1, set(91, 2));
    table.change(1, (list) => remove(list, 91));
    expect(changes).toEqual([
      [1, []],
      [1, []],
      [1, [91]],
    ]);
    expect([...table.entries()]).toEqual([]);
  });

  test('what runs out is gone to the second, peer by peer', () => {
    const { table, changes } = createTable();
    const speak = (peer: number, endsAtSeconds: number): void => {
      table.change(peer, (list) => heard(list, { talkgroup: 91, timeslot: 2, endsAtSeconds }));
    };
    speak(1, 100);
    speak(2, 101);
    speak(1, 102);
    changes.length = 0;
    const peers: (readonly number[])[] = [];
    for (const nowSeconds of [99.9, 100, 100.9, 101, 101.9, 102]) {
      table.expire(nowSeconds);
      peers.push([...table.listeners(91).keys()]);
    }
    expect(peers).toEqual([[1, 2], [1, 2], [1, 2], [1], [1], []]);
    expect(changes).toEqual([
      [2, [91]],
      [1, [91]],
    ]);
  });
});
