import { expect, test } from 'vitest';
import {
  amount,
  anyNumber,
  checked,
  count,
  entries,
  filledText,
  fittingEntries,
  fittingFields,
  flag,
  object,
  oneOf,
  otherwise,
  parseMessage,
  parseUntrusted,
  recordOf,
  tuple,
  withDefault,
  worded,
} from '../../src/schema/schema.ts';

const LAMP = object(
  { id: filledText, kind: oneOf('spot', 'wash'), watts: amount, on: withDefault(flag, false) },
  { dmx: count, offset: anyNumber },
);
const RIG = object({ lamps: entries(LAMP, (index) => `lamp ${index}`) });
const MODE = recordOf('the rig');
const lamp = { id: 'a', kind: 'spot', watts: 50, on: true } as const;

const errorOf = (change: object): string => {
  try {
    RIG.parse({ lamps: [{ ...lamp, ...change }] }, 'it', MODE);
  } catch (error) {
    return String(error);
  }
  return 'read';
};

test('a record is read without the keys that are not known, and with the standard of what it lacks', () => {
  const { on: _on, ...older } = lamp;
  expect(RIG.parse({ lamps: [{ ...older, colour: 'red' }], version: 9 }, 'it', MODE)).toEqual({
    lamps: [{ ...older, on: false }],
  });
});

test.each([
  ['a text', { id: '' }, 'id is not a text'],
  ['a missing text', { id: undefined }, 'id is not a text'],
  ['a word', { kind: 'torch' }, 'kind is none of spot, wash'],
  ['a number', { watts: -1 }, 'watts is not a number'],
  ['a flag', { on: 1 }, 'on is neither true nor false'],
  ['a whole number', { dmx: 1.5 }, 'dmx is not a whole number'],
  ['any number', { offset: 'left' }, 'offset is not a number'],
])('%s that does not fit is named', (_what, change, complaint) => {
  expect(errorOf(change)).toBe(`AppError: the rig is not of its form: ${complaint}`);
});

test('lists and objects that are none are named as their place in the record', () => {
  expect(() => RIG.parse([], 'it', MODE)).toThrow('the rig is not of its form: it is not an object');
  expect(() => RIG.parse({ lamps: {} }, 'it', MODE)).toThrow('the rig is not of its form: lamps is no list');
  expect(() => RIG.parse({ lamps: [lamp, 7] }, 'it', MODE)).toThrow(
    'the rig is not of its form: lamp 1 is not an object',
  );
});

test('words of a shape itself go before the usual ones, and are of that value alone', () => {
  const shape = worded(object({ id: worded(filledText, 'it has no id'), on: flag }), 'it is no lamp');
  expect(() => shape.parse(7, 'it', MODE)).toThrow('the rig is not of its form: it is no lamp');
  expect(() => shape.parse({ on: true }, 'it', MODE)).toThrow('the rig is not of its form: it has no id');
  expect(() => shape.parse({ id: 'a' }, 'it', MODE)).toThrow(
    'the rig is not of its form: on is neither true nor false',
  );
});

test('as a request the same shape is strict, and its answer says what is allowed', () => {
  expect(() => LAMP.parse({ ...lamp, colour: 'red' }, 'body')).toThrow(
    '"colour" is not known here; allowed: id, kind, watts, on, dmx, offset.',
  );
  expect(() => LAMP.parse({ ...lamp, kind: 'torch' }, 'body')).toThrow('kind="torch" is refused; allowed: spot');
  expect(() => LAMP.parse({ ...lamp, kind: 5 }, 'body')).toThrow('kind=5 is refused; allowed: spot');
  expect(() => LAMP.parse({ ...lamp, kind: ['torch'] }, 'body')).toThrow('kind=["torch"] is refused; allowed: spot');
  expect(() => worded(flag, 'no').parse(undefined, 'on')).toThrow('on is missing; allowed: true or false.');
});

test('of what nobody vouches for there is a value or none', () => {
  const even = checked(count, (value) => (value % 2 === 1 ? 'it is odd' : undefined));
  expect(parseUntrusted(LAMP, { ...lamp, more: 1 })).toEqual(lamp);
  expect(parseUntrusted(LAMP, { ...lamp, watts: '50' })).toBeUndefined();
  expect(parseUntrusted(even, 2)).toBe(2);
  expect(parseUntrusted(even, 1)).toBeUndefined();
  expect(() => even.parse(1, 'it', MODE)).toThrow('the rig is not of its form: it is odd');
  expect(parseMessage(LAMP, Buffer.from(JSON.stringify(lamp)))).toEqual(lamp);
  expect(parseMessage(LAMP, Buffer.from('{"id":'))).toBeUndefined();
});

test('of a message that fits in part, the fields and entries that fit are there', () => {
  const shape = fittingFields({ id: filledText, watts: amount, tags: fittingEntries(filledText), pan: count });
  const message = { id: 7, watts: 50, tags: ['a', '', 7, 'b'], more: 1 };
  expect(parseUntrusted(shape, message)).toEqual({ watts: 50, tags: ['a', 'b'] });
  expect(parseUntrusted(shape, [])).toBeUndefined();
  expect(parseUntrusted(object({ id: otherwise(filledText, 'none') }), { id: 7 })).toEqual({ id: 'none' });
});

test('a list with places says which place does not fit', () => {
  const shape = tuple(['the first', count], ['the second', flag]);
  expect(shape.parse([1, true, 'more'], 'it', MODE)).toEqual([1, true]);
  expect(() => shape.parse([1], 'it', MODE)).toThrow('the second is neither true nor false');
  expect(() => shape.parse({}, 'it', MODE)).toThrow('it is no list');
});
