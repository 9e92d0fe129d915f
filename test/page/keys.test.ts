// The tables of keys: what each key means, and the keys that an operator sets.
import { beforeEach, describe, expect, test } from 'vitest';
import { toCaptured } from '../../src/web/keys/key-capture.ts';
import { addKey, keyChoices, keysOf, parseChoices, removeKey, resetKeys } from '../../src/web/keys/key-choices.ts';
import { type KeyPress, type KeySection, rowOf, toShownKeys } from '../../src/web/keys/key-row.ts';
import * as tables from '../../src/web/keys/key-tables.ts';

const { FIRE_KEYS, GO_KEY, PANIC_KEY, SHOW_KEYS } = tables;
const press = (key: string, code = ''): KeyPress => ({ key, code, shiftKey: false, getModifierState: () => false });
const show = (key: string, isOnControl = false) => rowOf(SHOW_KEYS, press(key), isOnControl)?.id;
const [GO, PANIC, BLACK, UP, DOWN] = ['show.go', 'show.panic', 'show.black', 'show.up', 'show.down'];

beforeEach(resetKeys);

test('footswitch and presenter fire; Space and Enter press the control that has the focus instead', () => {
  const keys = [' ', 'Enter', 'PageDown', 'PageUp', 'Escape', 'b', 'B', '.', 'ArrowDown', 'x', 'constructor'];
  const free = [GO, GO, GO, UP, PANIC, BLACK, BLACK, BLACK, DOWN, undefined, undefined];
  expect(keys.map((key) => show(key))).toEqual(free);
  expect(keys.map((key) => show(key, true))).toEqual([undefined, undefined, ...free.slice(2)]);
});

test('in no table two rows have one name, or one key', () => {
  const sections = Object.values(tables).flatMap((table): readonly KeySection[] => ('rows' in table ? [table] : []));
  expect(sections.length).toBeGreaterThan(5);
  for (const { title, rows } of sections) {
    for (const values of [rows.map(({ id }) => id), rows.flatMap(({ keys }) => keys)])
      expect([title, values.length]).toEqual([title, new Set(values).size]);
  }
  const ids = sections.flatMap(({ rows }) => rows.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
});

test('a digit fires on every layout, also where its character is another key of the view', () => {
  expect(rowOf(FIRE_KEYS, press('/', 'Digit7'))?.id).toBe('fire.clip');
  expect(rowOf(FIRE_KEYS, press('/', 'Slash'))?.id).toBe('fire.find');
});

describe('a press while a key is set', () => {
  const set = (id: string, key: string, held: object = {}) => {
    const [section, row] = [SHOW_KEYS, FIRE_KEYS].flatMap((each: KeySection) => {
      const found = each.rows.find((one) => one.id === id);
      return found === undefined ? [] : [[each, found] as const];
    })[0] ?? [SHOW_KEYS, GO_KEY];
    const none = { ctrlKey: false, altKey: false, metaKey: false };
    const captured = toCaptured(section, row, {
      ...press(key, /^\d$/.test(key) ? `Digit${key}` : ''),
      ...none,
      ...held,
    });
    return captured.do === 'ask' ? `ask ${captured.other.id}` : captured.do;
  };
  test.each([
    ['show.go', 'F5', 'add'],
    ['show.go', 'MediaPlayPause', 'add'],
    ['show.go', 'G', 'add'],
    ['show.go', '1', 'add'],
    ['fire.play', '1', 'refuse'],
    ['show.stop', 'Escape', 'ask show.panic'],
    ['show.panic', 'Escape', 'refuse'],
    ['show.go', '?', 'refuse'],
    ['show.go', 'Dead', 'refuse'],
    ['show.go', 'Shift', 'wait'],
    ['show.go', 'Tab', 'leave'],
  ] as const)('for %s, %s: %s', (id, key, does) => {
    expect(set(id, key)).toBe(does);
  });
  test('a key with Ctrl, Alt or Meta is refused', () => {
    for (const held of ['ctrlKey', 'altKey', 'metaKey']) expect(set('show.go', 'g', { [held]: true })).toBe('refuse');
  });
});

describe('keys that are set', () => {
  test('a key is added to those that are there, and taken from the one that had it', () => {
    addKey(SHOW_KEYS.rows, PANIC_KEY.id, 'F5');
    expect([show('F5'), show('Escape')]).toEqual([PANIC, PANIC]);
    addKey(SHOW_KEYS.rows, 'show.stop', 'Escape');
    expect([show('F5'), show('Escape')]).toEqual([PANIC, 'show.stop']);
    expect(keysOf(PANIC_KEY)).toEqual(['F5']);
    // Another view keeps its own.
    expect(rowOf(FIRE_KEYS, press('Escape'))?.id).toBe('fire.stop');
  });

  test('a key is taken away, and all come back as they were', () => {
    for (const key of GO_KEY.keys) removeKey(GO_KEY, key);
    expect([show(' '), show('Enter'), toShownKeys(GO_KEY)]).toEqual([undefined, undefined, []]);
    resetKeys();
    expect([show(' '), toShownKeys(GO_KEY)]).toEqual([GO, ['Space', 'Enter', 'Page ↓']]);
  });

  test('only what differs from the usual keys is kept', () => {
    addKey(SHOW_KEYS.rows, GO_KEY.id, 'g');
    expect(JSON.parse(keyChoices.get())).toEqual({ 'show.go': [' ', 'Enter', 'PageDown', 'g'] });
    removeKey(GO_KEY, 'g');
    expect(keyChoices.get()).toBe('{}');
  });

  test.each(['', 'null', '[]', '"x"', '{', '{"show.go":"x"}', '{"show.go":[1]}', '{"show.go":[""]}'])(
    'of %s, which somebody wrote into the browser, nothing is taken over',
    (text) => {
      expect(parseChoices(text)).toEqual({});
      keyChoices.set(text);
      expect(show(' ')).toBe(GO);
    },
  );
});
