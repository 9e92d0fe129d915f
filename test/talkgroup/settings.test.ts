import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../src/config/read-config.ts';
import { TALKGROUP_SETTINGS } from '../../src/config/talkgroup.ts';

test('the page is on, metrics are off, and no public address is set, until told otherwise', () => {
  expect(readConfig(TALKGROUP_SETTINGS, {})).toMatchObject({
    dashboard: true,
    metricsPort: undefined,
    publicHost: undefined,
  });
  expect(
    readConfig(TALKGROUP_SETTINGS, {
      CUEDECK_TALKGROUP_DASHBOARD: 'off',
      CUEDECK_TALKGROUP_METRICS_PORT: '9100',
      CUEDECK_TALKGROUP_PUBLIC_HOST: '2001:db8::1',
    }),
  ).toMatchObject({ dashboard: false, metricsPort: 9100, publicHost: '2001:db8::1' });
});

test.each([
  ['CUEDECK_TALKGROUP_DASHBOARD', 'yes', 'on or off'],
  ['CUEDECK_TALKGROUP_METRICS_PORT', '70000', 'a port from 0 (any free one) to 65535, or off'],
  ['CUEDECK_TALKGROUP_PUBLIC_HOST', 'two words', 'a host name or an IP address, or empty'],
])('%s=%s is refused', (variable, value, allowed) => {
  expect(() => readConfig(TALKGROUP_SETTINGS, { [variable]: value })).toThrow(
    new ConfigError(`${variable}=${JSON.stringify(value)} is refused; allowed: ${allowed}`),
  );
});
