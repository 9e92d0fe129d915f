// Where a program of this machine finds the player, by environment, settings file and unit.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PLAYER_SETTINGS } from '../../src/config/player.ts';
import { findPlayer, parseEnvironmentFile, UNIT_SETTINGS } from '../../src/config/player-connection.ts';

test('the defaults of the unit are those that systemd/cuedeck-player.service sets', () => {
  const unit = readFileSync('systemd/cuedeck-player.service', 'utf8');
  const lines = [...unit.matchAll(/^Environment=(.*)$/gm)].map(([, assignment = '']) => assignment);
  const known = new Set(Object.values(PLAYER_SETTINGS).map(({ variable }) => variable));
  const set = Object.entries(parseEnvironmentFile(lines.join('\n'))).filter(([name]) => known.has(name));
  expect(Object.fromEntries(set)).toEqual(UNIT_SETTINGS);
});

test.each([
  ['0.0.0.0', '8080', 'http://127.0.0.1:8080'],
  ['::', '8080', 'http://[::1]:8080'],
  ['2001:db8::7', '80', 'http://[2001:db8::7]'],
  ['192.0.2.7', '80', 'http://192.0.2.7'],
])('a player that listens on %s, port %s, is reached at %s', (CUEDECK_HTTP_HOST, CUEDECK_HTTP_PORT, url) => {
  expect(findPlayer({ CUEDECK_HTTP_HOST, CUEDECK_HTTP_PORT }).url).toBe(url);
});

test('a settings file is read as systemd reads it', () => {
  expect(
    parseEnvironmentFile(
      '# token\nCUEDECK_TOKEN="a b"\n CUEDECK_HTTP_PORT = 80\nCUEDECK_MPV=\'mpv\'\nX\n=y\nCUEDECK_A=1=2\n',
    ),
  ).toEqual({
    CUEDECK_TOKEN: 'a b',
    CUEDECK_MPV: 'mpv',
    CUEDECK_A: '1=2',
  });
});
