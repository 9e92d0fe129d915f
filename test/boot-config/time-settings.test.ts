import { expect, test } from 'vitest';
import { isTimeZone, parseTimeServers } from '../../src/boot-config/time-settings.ts';
import { MISFIT } from '../../src/schema/schema.ts';

test.each(['Europe/Berlin', 'UTC', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata', 'Etc/GMT+5'])(
  '%s is a time zone',
  (name) => {
    expect(isTimeZone(name)).toBe(true);
  },
);

test.each([
  'europe/berlin',
  'EUROPE/BERLIN',
  'Europe/Atlantis',
  'Berlin',
  '+02:00',
  '../etc/passwd',
  '',
  'Europe/Berlin ',
])('%j is none', (name) => {
  expect(isTimeZone(name)).toBe(false);
});

test('time servers are names and addresses', () => {
  expect(parseTimeServers('0.debian.pool.ntp.org,2001:db8::1  time')).toBe('0.debian.pool.ntp.org 2001:db8::1 time');
  for (const text of ['a b; reboot', 'http://time', '-a', 'time..org', 'über'])
    expect(parseTimeServers(text)).toBe(MISFIT);
});
