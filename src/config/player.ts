// Every setting of the player: name, default, meaning and type.
import {
  askOrAllow,
  audioDeviceOrChosen,
  broker,
  connectorOrFirst,
  decoderOrChosen,
  displayModeOrChosen,
  listNames,
  rotationOrChosen,
  timelineSource,
  topicRoot,
  topicRootOrOff,
  topicRoots,
  topicWordOrNone,
  topicWords,
} from './player-setting-types.ts';
import type { ConfigOf } from './read-config.ts';
import {
  address,
  fileOrNone,
  folder,
  folderOrPrivate,
  hostNames,
  logLevel,
  milliseconds,
  name,
  port,
  portOrOff,
  socketOrNone,
  text,
  words,
} from './setting-types.ts';

export const PLAYER_SETTINGS = {
  httpHost: name('CUEDECK_HTTP_HOST', '0.0.0.0', 'address the control API, web page and HyperDeck protocol listen on'),
  httpPort: port('CUEDECK_HTTP_PORT', '8080', 'port of the control API and web page (the unit sets 80)'),
  hyperdeckPort: portOrOff('CUEDECK_HYPERDECK_PORT', '9993', 'HyperDeck Ethernet Protocol; `off` = not served'),
  hyperdeckNames: listNames(
    'CUEDECK_HYPERDECK_NAMES',
    'files',
    'names in HyperDeck lists: `files` = of files, `clips` = of clips, so that a rename reaches controllers',
  ),
  hyperdeckTimeline: timelineSource(
    'CUEDECK_HYPERDECK_TIMELINE',
    'library',
    'clips of a HyperDeck controller: `library` = the clip list, `list` = the items of the active list',
  ),
  oscPort: portOrOff('CUEDECK_OSC_PORT', 'off', 'UDP port for OSC, usually 8000; `off` = not served'),
  clipsDir: folder('CUEDECK_CLIPS_DIR', './clips', 'the clips partition (the unit: `/clips`)'),
  stateDir: folder('CUEDECK_STATE_DIR', './var', 'clip list and settings (the unit: `/var/lib/cuedeck`)'),
  runtimeDir: folderOrPrivate(
    'CUEDECK_RUNTIME_DIR',
    '',
    "folder of mpv's maintenance socket, and of where the player goes on after a crash (the unit: `/run/cuedeck`; empty: it begins as at power-on)",
  ),
  mpv: name('CUEDECK_MPV', 'mpv', 'mpv program'),
  mpvArgs: words('CUEDECK_MPV_ARGS', '', 'extra arguments of mpv, split on spaces'),
  displayConnector: connectorOrFirst(
    'CUEDECK_DISPLAY_CONNECTOR',
    '',
    'connector of the screen, such as `HDMI-A-2`; empty = the first that has one; without a desktop only',
  ),
  displayMode: displayModeOrChosen(
    'CUEDECK_DISPLAY_MODE',
    '',
    'mode of the screen at each start, such as `1920x1080@50`, or `1920x1080@clips` for a rate that suits the clip list; empty = as chosen on the page; without a desktop only',
  ),
  displayRotation: rotationOrChosen(
    'CUEDECK_DISPLAY_ROTATION',
    '',
    'degrees clockwise at each start: 0, 90, 180 or 270; empty = as chosen on the page',
  ),
  audioDevice: audioDeviceOrChosen(
    'CUEDECK_AUDIO_DEVICE',
    '',
    "mpv's name of the sound output at each start (`mpv --audio-device=help`); empty = as chosen on the page",
  ),
  decoder: decoderOrChosen(
    'CUEDECK_DECODER',
    '',
    "how clips are decoded, at each start: `auto` = as the machine allows, `software`, or mpv's name of a decoder; empty = as chosen on the page",
  ),
  hostRoot: folder(
    'CUEDECK_HOST_ROOT',
    '/',
    'prefix of `etc/hostname`, `etc/hosts`, the sensors and screens in `sys`, for tests',
  ),
  hostNameSocket: socketOrNone(
    'CUEDECK_HOSTNAME_SOCKET',
    '',
    'socket of the helper that sets the host name (the unit: `/run/cuedeck-hostname.sock`); empty = the player itself',
  ),
  token: text('CUEDECK_TOKEN', '', "when set, every request but the page's static files needs it"),
  allowedHosts: hostNames('CUEDECK_ALLOWED_HOSTS', '', 'more host names (suffixes) accepted in a Host header'),
  browserLinks: askOrAllow(
    'CUEDECK_BROWSER_LINKS',
    'ask',
    "what a bare link does: `ask` = a page asks before a change; `allow` = the change, also from other sites' pages",
  ),
  releasesUrl: address(
    'CUEDECK_RELEASES_URL',
    '',
    'address that is asked for the newest version (LVERSION); empty = no check',
  ),
  mqttUrl: broker('CUEDECK_MQTT_URL', '', 'MQTT broker, `mqtt://HOST:1883` or `mqtts://HOST:8883`; empty = no MQTT'),
  mqttUser: text('CUEDECK_MQTT_USER', '', 'user at the broker'),
  mqttPassword: text('CUEDECK_MQTT_PASSWORD', '', 'password at the broker'),
  mqttCa: fileOrNone('CUEDECK_MQTT_CA', '', "PEM file of the broker's certificate authority; empty = the public ones"),
  mqttRoot: topicRoot('CUEDECK_MQTT_ROOT', 'cuedeck', 'topic prefix'),
  mqttPlayer: topicWordOrNone('CUEDECK_MQTT_PLAYER', '', "this player's name in topics; empty = its device id"),
  mqttGroups: topicWords('CUEDECK_MQTT_GROUPS', '', 'groups this player belongs to, separated by spaces or commas'),
  mqttAnswers: topicRoots(
    'CUEDECK_MQTT_ANSWERS',
    '',
    'topic prefixes that answers to commands may have besides `ROOT/answers/`, separated by spaces or commas',
  ),
  mqttDiscovery: topicRootOrOff(
    'CUEDECK_MQTT_DISCOVERY',
    'homeassistant',
    'topic prefix of Home Assistant discovery; `off` = no discovery',
  ),
  mqttClockBound: milliseconds('CUEDECK_MQTT_CLOCK_BOUND', '20', 'maximum clock uncertainty (ms) for scheduled starts'),
  logLevel: logLevel(
    'CUEDECK_LOG_LEVEL',
    'info',
    'least urgent level that is logged: `error`, `warning`, `info` or `debug`',
  ),
} as const;

/** Of the helper that sets the host name. */
export const HOSTNAME_SETTINGS = { hostRoot: PLAYER_SETTINGS.hostRoot, logLevel: PLAYER_SETTINGS.logLevel } as const;

/** All variables of the player begin like this; those of the tests and of the launcher are no settings. */
export const PLAYER_PREFIX = /^CUEDECK_(?!TALKGROUP_|TEST_|LAUNCHED_)/;

export type PlayerConfig = ConfigOf<typeof PLAYER_SETTINGS>;
