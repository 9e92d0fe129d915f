import { expect, test } from 'vitest';
import { chooseFrameRate, parseFraction } from '../../../src/library/probe/frame-rate.ts';

const choose = (nominal: string, average: string, interlaced = false): string => {
  const rate = chooseFrameRate({ nominal: parseFraction(nominal), average: parseFraction(average), interlaced });
  return rate === undefined ? 'none' : `${rate.numerator}/${rate.denominator}`;
};

test.each([
  ['25/1', '25/1', '25/1'],
  ['50/2', '25/1', '25/1'],
  ['24000/1001', '24000/1001', '24000/1001'],
  ['60000/1001', '60000/1001', '60000/1001'],
])('a constant rate is taken as it is: %s and %s', (nominal, average, rate) => {
  expect(choose(nominal, average)).toBe(rate);
});

test('a rate blurred by a clock of milliseconds is the standard one', () => {
  expect(choose('19001/317', '19001/317')).toBe('60000/1001');
  expect(choose('2997/125', '2997/125')).toBe('24000/1001');
});

test('24 and 23.976 are told apart', () => {
  expect([choose('24/1', '24/1'), choose('24000/1001', '24000/1001')]).toEqual(['24/1', '24000/1001']);
});

test('interlaced video counts frames, not fields', () => {
  expect(choose('50/1', '25/1', true)).toBe('25/1');
  expect(choose('60000/1001', '30000/1001', true)).toBe('30000/1001');
});

test('an average that counts empty chunks is not believed', () => {
  expect(choose('25/1', '50/1')).toBe('25/1');
});

test('a variable rate counts in its finest grid', () => {
  expect(choose('25/1', '50/3')).toBe('25/1');
});

test('a clock that is no rate of frames gives way to the rate that is usual near the average', () => {
  expect(choose('90000/1', '44955/1498')).toBe('30000/1001');
  expect(choose('120/1', '2983/100')).toBe('30000/1001');
});

test('a true high rate stays', () => {
  expect(choose('120/1', '120/1')).toBe('120/1');
});

test('one guess is enough, and none is no rate', () => {
  expect([choose('0/0', '25/1'), choose('25/1', '0/0'), choose('0/0', '0/0'), choose('90000/1', '0/0')]).toEqual([
    '25/1',
    '25/1',
    'none',
    'none',
  ]);
});
