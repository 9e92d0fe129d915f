import { expect, test } from 'vitest';
import {
  isSimplex,
  toConfiguration,
  toConfigurationText,
  toRejection,
} from '../../src/talkgroup/homebrew/configuration.ts';
import { toOptions, toStaticTalkgroups } from '../../src/talkgroup/homebrew/options.ts';
import { STANDARD_CONFIGURATION } from './fakes/hotspot.ts';

test.each([
  ['spaces', ' '],
  ['NUL', '\0'],
])('a configuration padded with %s is read whole', (_name, padding) => {
  const text = toConfigurationText(STANDARD_CONFIGURATION, padding);
  expect(text).toHaveLength(294);
  expect(toConfiguration(text)).toEqual(STANDARD_CONFIGURATION);
});

test('the fields stand where the protocol puts them', () => {
  const text = toConfigurationText(STANDARD_CONFIGURATION);
  const field = (offset: number, size: number): string => text.toString('latin1', offset - 8, offset - 8 + size).trim();
  expect([
    field(8, 8),
    field(16, 9),
    field(25, 9),
    field(36, 2),
    field(58, 20),
    field(97, 1),
    field(98, 124),
    field(222, 40),
    field(262, 40),
  ]).toEqual([
    'M0ABC',
    '438800000',
    '431000000',
    '1',
    'London, IO91',
    '3',
    'https://example.org/',
    '20240101_Pi-Star',
    'MMDVM_MMDVM_HS_Hat',
  ]);
});

test('what a client cannot tell is nothing, not an error', () => {
  expect(toConfiguration(Buffer.alloc(294))).toEqual({
    ...{ callsign: '', location: '', description: '', url: '', software: '', package: '', latitude: '', longitude: '' },
    ...{ receiveHertz: 0, transmitHertz: 0, powerWatts: 0, colourCode: 0, heightMetres: 0, slots: undefined },
  });
});

test('control characters and broken UTF-8 do not get through', () => {
  const text = toConfigurationText(STANDARD_CONFIGURATION);
  text.write('a\x1b[31m\r\nb\x9f\xff', 50, 'latin1');
  expect(toConfiguration(text).location).toBe('a [31m b 1');
});

test('nor does what reverses the text behind it, in a log or on a page', () => {
  const text = toConfigurationText(STANDARD_CONFIGURATION);
  text.write('M0\u202eCBA', 0, 'utf8');
  expect(toConfiguration(text).callsign).toBe('M0 CBA');
});

test.each([
  ['slots 4', { slots: 4 }, true],
  ['slots 3', { slots: 3, receiveHertz: 1, transmitHertz: 1 }, false],
  ['slots 1', { slots: 1 }, false],
  ['unknown slots and one frequency', { slots: undefined, receiveHertz: 1, transmitHertz: 1 }, true],
  ['unknown slots and two frequencies', { slots: undefined, receiveHertz: 1, transmitHertz: 2 }, false],
  ['unknown slots and no frequency', { slots: undefined, receiveHertz: 0, transmitHertz: 0 }, false],
] as const)('%s: simplex is told', (_name, change, expected) => {
  expect(isSimplex({ ...STANDARD_CONFIGURATION, ...change })).toBe(expected);
});

test('a description that runs over the slots field leaves them unknown', () => {
  const text = toConfigurationText(STANDARD_CONFIGURATION);
  text.write('x', 97 - 8, 'latin1');
  expect(toConfiguration(text).slots).toBeUndefined();
});

test('a callsign in UTF-8 is read and taken, also one that its field cuts within a letter', () => {
  const text = toConfigurationText(STANDARD_CONFIGURATION);
  Buffer.from('ОН2ЖКАБ').copy(text, 0, 0, 8);
  expect(toConfiguration(text).callsign).toBe('ОН2Ж');
  expect(toRejection(toConfiguration(text))).toBeUndefined();
});

test.each([
  ['M0ABC', undefined],
  ['', 'its configuration carries no readable callsign'],
  ['- / .', 'its configuration carries no readable callsign'],
  ['M0ABC 1', undefined],
  ['Ä0ABC', undefined],
])('callsign %j: refusal %j', (callsign, refusal) => {
  expect(toRejection({ ...STANDARD_CONFIGURATION, callsign })).toBe(refusal);
});

const optionsOf = (text: string): ReadonlyMap<string, string> => toOptions(Buffer.from(text, 'latin1'));

test.each([
  ['TS1=91,92;TS2=262', [91, 92], [262]],
  ['ts2=91', undefined, [91]],
  ['TS1=;TS2=91', [], [91]],
  ['TS2_1=91;TS2_2=0;TS2_9=92', undefined, [91, 92]],
  ['"TS1=91;TS2=92"', [91], [92]],
  ['TS1=\'91\';TS2="92"', [91], [92]],
  [`TS2=91${'\0'.repeat(300)}`, undefined, [91]],
  ['StartRef=4000;RelinkTime=15;UserLink=1;TS1_1=91;', [91], undefined],
  ['PASS', undefined, undefined],
  ['TS2=91-95,4000:1:4000,*,91,16777216', undefined, [91]],
  ['', undefined, undefined],
  [';;;=;TS2', undefined, undefined],
  ['TS10=91;TS2_0=91;XTS2=91', undefined, undefined],
])('%#: options are read', (text, first, second) => {
  const options = optionsOf(text);
  expect([toStaticTalkgroups(options, 1), toStaticTalkgroups(options, 2)]).toEqual([first, second]);
});

test('no more than 50 talkgroups can be asked for', () => {
  const numbers = Array.from({ length: 200 }, (_, index) => index + 1);
  expect(toStaticTalkgroups(optionsOf(`TS2=${numbers.join(',')}`), 2)).toEqual(numbers.slice(0, 50));
});
