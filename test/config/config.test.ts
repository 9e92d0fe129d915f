import { expect, test } from 'vitest';
import { PLAYER_SETTINGS } from '../../src/config/player.ts';
import { ConfigError, readConfig, readLogLevel, toHelpLines } from '../../src/config/read-config.ts';
import { TALKGROUP_SETTINGS } from '../../src/config/talkgroup.ts';

test('an empty environment gives the documented defaults', () => {
  const { clipsDir, stateDir, ...config } = readConfig(PLAYER_SETTINGS, {});
  expect(config).toEqual({
    httpHost: '0.0.0.0',
    httpPort: 8080,
    hyperdeckPort: 9993,
    runtimeDir: undefined,
    mpv: 'mpv',
    mpvArgs: [],
    displayConnector: undefined,
    displayMode: undefined,
    displayRotation: undefined,
    audioDevice: undefined,
    decoder: undefined,
    hostRoot: '/',
    token: '',
    allowedHosts: [],
    browserLinks: 'ask',
    releasesUrl: undefined,
    mqttUrl: undefined,
    mqttUser: '',
    mqttPassword: '',
    mqttCa: undefined,
    mqttRoot: 'cuedeck',
    mqttPlayer: undefined,
    mqttGroups: [],
    mqttDiscovery: 'homeassistant',
    mqttAnswers: [],
    mqttClockBound: 20,
    logLevel: 'info',
    hyperdeckNames: 'files',
    hyperdeckTimeline: 'library',
  });
  expect([clipsDir, stateDir]).toEqual([`${process.cwd()}/clips`, `${process.cwd()}/var`]);
});

test('given values are parsed: ports, off, words, addresses', () => {
  const config = readConfig(PLAYER_SETTINGS, {
    CUEDECK_HTTP_PORT: '0',
    CUEDECK_HYPERDECK_PORT: 'off',
    CUEDECK_MPV_ARGS: ' --vo=null  --ao=null ',
    CUEDECK_RELEASES_URL: 'https://example.org/releases.json',
  });
  expect([config.httpPort, config.hyperdeckPort, config.mpvArgs, config.releasesUrl?.href]).toEqual([
    0,
    undefined,
    ['--vo=null', '--ao=null'],
    'https://example.org/releases.json',
  ]);
});

test.each([
  [PLAYER_SETTINGS, 'CUEDECK_HTTP_PORT', '65536', 'a port from 0 (any free one) to 65535'],
  [PLAYER_SETTINGS, 'CUEDECK_HTTP_PORT', '', 'a port from 0 (any free one) to 65535'],
  [PLAYER_SETTINGS, 'CUEDECK_HTTP_PORT', '0x50', 'a port from 0 (any free one) to 65535'],
  [PLAYER_SETTINGS, 'CUEDECK_HYPERDECK_PORT', 'no', 'a port from 0 (any free one) to 65535, or off'],
  [PLAYER_SETTINGS, 'CUEDECK_HYPERDECK_NAMES', 'both', 'files or clips'],
  [PLAYER_SETTINGS, 'CUEDECK_HYPERDECK_TIMELINE', 'clips', 'library or list'],
  [PLAYER_SETTINGS, 'CUEDECK_LOG_LEVEL', 'verbose', 'error, warning, info or debug'],
  [TALKGROUP_SETTINGS, 'CUEDECK_TALKGROUP_LOG_LEVEL', 'DEBUG', 'error, warning, info or debug'],
  [PLAYER_SETTINGS, 'CUEDECK_CLIPS_DIR', '', 'the path of a folder'],
  [
    PLAYER_SETTINGS,
    'CUEDECK_DISPLAY_MODE',
    '1080p',
    'WIDTHxHEIGHT or WIDTHxHEIGHT@RATE such as 1920x1080@50, or empty',
  ],
  [PLAYER_SETTINGS, 'CUEDECK_DISPLAY_ROTATION', '45', '0, 90, 180, 270, or empty'],
  [
    PLAYER_SETTINGS,
    'CUEDECK_DECODER',
    'gpu',
    'auto, software, v4l2m2m, v4l2m2m-copy, drm, drm-copy, vaapi, vaapi-copy, or empty',
  ],
  [PLAYER_SETTINGS, 'CUEDECK_AUDIO_DEVICE', 'a\tb', 'a name that the list of audio devices has, or empty'],
  [PLAYER_SETTINGS, 'CUEDECK_TOKEN', 'a\nb', 'any text on one line'],
  [PLAYER_SETTINGS, 'CUEDECK_RELEASES_URL', 'ftp://example.org', 'an http or https address, or empty'],
  [
    PLAYER_SETTINGS,
    'CUEDECK_MQTT_URL',
    'http://broker',
    'an mqtt or mqtts address such as mqtt://broker:1883, or empty',
  ],
  [PLAYER_SETTINGS, 'CUEDECK_MQTT_ROOT', 'a/+', 'words without spaces, + and #, separated by slashes'],
  [PLAYER_SETTINGS, 'CUEDECK_MQTT_PLAYER', 'a/b', 'a word without spaces, /, + and #, or empty'],
  [PLAYER_SETTINGS, 'CUEDECK_MQTT_GROUPS', 'stage #', 'words without /, + and #, separated by spaces or commas'],
  [PLAYER_SETTINGS, 'CUEDECK_MQTT_ANSWERS', 'studio/+', 'topics without + and #, separated by spaces or commas'],
  [PLAYER_SETTINGS, 'CUEDECK_MQTT_CLOCK_BOUND', '0', 'milliseconds from 1 to 10000'],
  [TALKGROUP_SETTINGS, 'CUEDECK_TALKGROUP_DMR_PORT', '-1', 'a port from 0 (any free one) to 65535'],
])('%#: a refused setting names the variable, its value and what is allowed', (table, variable, value, allowed) => {
  expect(() => readConfig(table, { [variable]: value })).toThrow(
    new ConfigError(`${variable}=${JSON.stringify(value)} is refused; allowed: ${allowed}`),
  );
});

test.each(['main side', 'main,side', ' main, side,'])('groups %j are two, however they are separated', (value) => {
  expect(readConfig(PLAYER_SETTINGS, { CUEDECK_MQTT_GROUPS: value }).mqttGroups).toEqual(['main', 'side']);
});

test('the help lists every variable with its default', () => {
  const lines = toHelpLines(TALKGROUP_SETTINGS);
  expect(lines).toHaveLength(Object.keys(TALKGROUP_SETTINGS).length);
  expect(lines[1]).toMatch(/CUEDECK_TALKGROUP_HTTP_PORT +port of the talkgroup API \[8081\]/);
});

test.each([
  [undefined, 'info'],
  ['debug', 'debug'],
  ['error', 'error'],
  ['verbose', 'info'],
])('the level of the log, %s, is read as %s before the settings are checked', (given, level) => {
  expect(readLogLevel(PLAYER_SETTINGS.logLevel, given === undefined ? {} : { CUEDECK_LOG_LEVEL: given })).toBe(level);
});
