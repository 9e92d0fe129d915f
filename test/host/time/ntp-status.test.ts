// The reports of chrony and systemd-timesyncd, as they really read, become an offset and how sure it is.
import { expect, test } from 'vitest';
import { readChrony, readTimesyncd } from '../../../src/host/time/ntp-status.ts';

const chrony = (change: Partial<Record<number, string>> = {}): string => {
  const fields =
    'A9FEA97B,169.254.169.123,4,1764300000.123456789,0.000012345,-0.000004567,0.000023456,-12.345,0.002,0.05,0.000400000,0.000300000,64.2,Normal'.split(
      ',',
    );
  for (const [column, text] of Object.entries(change)) fields[Number(column)] = text ?? '';
  return `${fields.join(',')}\n`;
};

test('chrony: a clock that is slow is behind; half the way to the server and its dispersion are not sure', () => {
  const reading = readChrony(chrony());
  expect(reading).toMatchObject({ source: 'chrony', offsetSeconds: -0.000012345 });
  expect(reading?.uncertaintySeconds).toBeCloseTo(0.0005, 9);
});

test.each([
  ['no source', chrony({ 13: 'Not synchronised' })],
  ['stratum 0', chrony({ 2: '0' })],
  ['no number', chrony({ 4: 'x' })],
  ['too short', 'A9FEA97B,4'],
  ['nothing', ''],
])('chrony with %s says nothing', (_what, report) => {
  expect(readChrony(report)).toBeUndefined();
});

const TIMESYNCD = `       Server: 192.0.2.1 (ntp.example.org)
Poll interval: 34min 8s (min: 32s; max 34min 8s)
         Leap: normal
      Version: 4
      Stratum: 2
    Reference: C0000201
    Precision: 1us (-25)
Root distance: 1.251ms (max: 5s)
       Offset: -2.132ms
        Delay: 10.5ms
       Jitter: 731us
 Packet count: 12
    Frequency: +13.802ppm
`;

test('timesyncd: its last offset counts as not sure, since it is being taken back', () => {
  const reading = readTimesyncd(TIMESYNCD);
  expect(reading).toMatchObject({ source: 'timesyncd', offsetSeconds: 0 });
  expect(reading?.uncertaintySeconds).toBeCloseTo(0.001251 + 0.002132 + 0.00525 + 0.000731, 9);
});

test.each([
  ['before its first answer', '       Server: n/a\nPoll interval: 0 (min: 32s; max 34min 8s)\n Packet count: 0\n'],
  ['nothing', ''],
])('timesyncd %s says nothing', (_what, report) => {
  expect(readTimesyncd(report)).toBeUndefined();
});
