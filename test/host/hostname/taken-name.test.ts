import { expect, test } from 'vitest';
import { toTakenName } from '../../../src/host/hostname/taken-name.ts';

const LONG = 'x'.repeat(63);

test.each([
  ['stage', 'stage-2'],
  ['stage', 'stage-10'],
  ['Stage', 'stage-2'],
  ['Stage.example.org', 'stage-2'],
  ['stage-2', 'stage-3'],
  ['front-left-9', 'front-left-10'],
  ['stage-0', 'stage-0-2'],
  [LONG, `${'x'.repeat(61)}-2`],
])('the name of %s is taken where avahi answers to %s', (hostName, announced) => {
  expect(toTakenName(announced, hostName)).toBe(announced);
});

test.each([
  ['stage', undefined],
  ['Stage', 'stage'],
  ['stage.example.org', 'stage'],
  ['stage-2', 'stage-2'],
  // Set by host-name= of avahi.
  ['stage', 'box'],
  ['stage', 'box-2'],
  ['stage-2', 'stage'],
  ['stage-3', 'stage-2'],
  ['stage', 'stage-left'],
  ['stage', 'sta-2'],
])('nobody else has the name of %s where avahi answers to %s', (hostName, announced) => {
  expect(toTakenName(announced, hostName)).toBeUndefined();
});
