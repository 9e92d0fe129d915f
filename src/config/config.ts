// Every setting of both daemons: name, default, meaning and form, read from the environment in this one place.
import { toLaunched } from '../mpv/prestart/launch-environment.ts';
import {
  address,
  askOrAllow,
  audioDeviceOrChosen,
  broker,
  connectorOrFirst,
  displayModeOrChosen,
  fileOrNone,
  folder,
  folderOrPrivate,
  hostNames,
  hostOrNone,
  listNames,
  milliseconds,
  name,
  onOff,
  port,
  portOrOff,
  REFUSED,
  rotationOrChosen,
  type Setting,
  socketOrNone,
  text,
  topicRoot,
  topicRootOrOff,
  topicRoots,
  topicWordOrNone,
  topicWords,
  words,
} from './setting-types.ts';

type Environment = Readonly<Record<string, string | undefined>>;

type SettingTable = Readonly<Record<string, Setting<unknown>>>;

/** What each setting of a table parses to; undefined means "none". */
export type ConfigOf<Table extends SettingTable> = {
  readonly [Name in keyof Table]: Table[Name] extends Setting<infer Value> ? Value : never;
};

/** A setting that was refused: names the variable, its value and what is allowed. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Exit code of a daemon with a bad setting (sysexits.h). */
export const EX_CONFIG = 78;

export const PLAYER_SETTINGS = {
  httpHost: name('CUEDECK_HTTP_HOST', '0.0.0.0', 'address the control API, web page and HyperDeck protocol listen on'),
  httpPort: port('CUEDECK_HTTP_PORT', '8080', 'port of the control API and web page (the unit sets 80)'),
  hyperdeckPort: portOrOff('CUEDECK_HYPERDECK_PORT', '9993', 'HyperDeck Ethernet Protocol; `off` = not served'),
  hyperdeckNames: listNames(
    'CUEDECK_HYPERDECK_NAMES',
    'files',
    'names in HyperDeck lists: `files` = of files, `clips` = of clips, so that a rename reaches controllers',
  ),
  oscPort: portOrOff('CUEDECK_OSC_PORT', 'off', 'UDP port for OSC, usually 8000; `off` = not served'),
  clipsDir: folder('CUEDECK_CLIPS_DIR', '../clips', 'the clips partition (the unit: `/clips`)'),
  stateDir: folder('CUEDECK_STATE_DIR', '../var', 'clip list and settings (the unit: `/var/lib/cuedeck`)'),
  runtimeDir: folderOrPrivate(
    'CUEDECK_RUNTIME_DIR',
    '',
    "folder of mpv's maintenance socket (the unit: `/run/cuedeck`)",
  ),
  mpv: name('CUEDECK_MPV', 'mpv', 'player binary'),
  mpvArgs: words('CUEDECK_MPV_ARGS', '', 'extra arguments of the player binary, split on spaces'),
  displayConnector: connectorOrFirst(
    'CUEDECK_DISPLAY_CONNECTOR',
    '',
    'where the screen is plugged in, such as `HDMI-A-2`; empty = the first that has one; without a desktop only',
  ),
  displayMode: displayModeOrChosen(
    'CUEDECK_DISPLAY_MODE',
    '',
    'mode of the screen at each start, such as `1920x1080@50`; empty = as chosen on the page; without a desktop only',
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
  allowedHosts: hostNames('CUEDECK_ALLOWED_HOSTS', '', 'more host names (suffixes) that may stand in a Host header'),
  browserLinks: askOrAllow(
    'CUEDECK_BROWSER_LINKS',
    'ask',
    "what a bare link does: `ask` = a page asks before a change; `allow` = the change, also from other sites' pages",
  ),
  releasesUrl: address('CUEDECK_RELEASES_URL', '', 'where LVERSION comes from; empty = no check'),
  mqttUrl: broker('CUEDECK_MQTT_URL', '', 'MQTT broker, `mqtt://HOST:1883` or `mqtts://HOST:8883`; empty = no MQTT'),
  mqttUser: text('CUEDECK_MQTT_USER', '', 'user at the broker'),
  mqttPassword: text('CUEDECK_MQTT_PASSWORD', '', 'password at the broker'),
  mqttCa: fileOrNone('CUEDECK_MQTT_CA', '', "PEM file of the broker's authority; empty = the public ones"),
  mqttRoot: topicRoot('CUEDECK_MQTT_ROOT', 'cuedeck', 'what all topics begin with'),
  mqttPlayer: topicWordOrNone('CUEDECK_MQTT_PLAYER', '', "this player's word in topics; empty = its device id"),
  mqttGroups: topicWords('CUEDECK_MQTT_GROUPS', '', 'groups this player belongs to, separated by spaces or commas'),
  mqttAnswers: topicRoots(
    'CUEDECK_MQTT_ANSWERS',
    '',
    'topics below which answers to commands may go besides `ROOT/answers/`, separated by spaces or commas',
  ),
  mqttDiscovery: topicRootOrOff(
    'CUEDECK_MQTT_DISCOVERY',
    'homeassistant',
    'topic root of Home Assistant; `off` = it is not told',
  ),
  mqttClockBound: milliseconds(
    'CUEDECK_MQTT_CLOCK_BOUND',
    '20',
    'a clock that may be wrong by more milliseconds starts no clip at an instant',
  ),
} as const;

/** Of the helper that sets the host name. */
export const HOSTNAME_SETTINGS = { hostRoot: PLAYER_SETTINGS.hostRoot } as const;

export const TALKGROUP_SETTINGS = {
  httpHost: name('CUEDECK_TALKGROUP_HTTP_HOST', '0.0.0.0', 'address the talkgroup API listens on'),
  httpPort: port('CUEDECK_TALKGROUP_HTTP_PORT', '8081', 'port of the talkgroup API'),
  dmrHost: name('CUEDECK_TALKGROUP_DMR_HOST', '0.0.0.0', 'address that hotspots log in at; `::` = IPv6 and IPv4'),
  dmrPort: port('CUEDECK_TALKGROUP_DMR_PORT', '62031', 'UDP port that hotspots log in at'),
  stateDir: folder('CUEDECK_TALKGROUP_STATE_DIR', '../var/talkgroup', 'peers, tokens and talkgroups'),
  runtimeDir: folderOrPrivate('CUEDECK_TALKGROUP_RUNTIME_DIR', '', 'folder of the administration socket `admin.sock`'),
  publicHost: hostOrNone(
    'CUEDECK_TALKGROUP_PUBLIC_HOST',
    '',
    'address printed for hotspots; empty = the first of this machine',
  ),
  dashboard: onOff('CUEDECK_TALKGROUP_DASHBOARD', 'on', 'the live page at `/`'),
  metricsPort: portOrOff(
    'CUEDECK_TALKGROUP_METRICS_PORT',
    'off',
    'port on 127.0.0.1 for Prometheus; `off` = only on the administration socket',
  ),
} as const;

export type PlayerConfig = ConfigOf<typeof PLAYER_SETTINGS>;
export type TalkgroupConfig = ConfigOf<typeof TALKGROUP_SETTINGS>;

/**
 * Reads a table of settings from the environment.
 * @throws ConfigError naming the first refused variable, its value and what is allowed
 */
export const readConfig = <Table extends SettingTable>(table: Table, environment: Environment): ConfigOf<Table> => {
  const entries = Object.entries(table).map(([key, { variable, standard, allowed, parse }]) => {
    const given = environment[variable] ?? standard;
    const value = parse(given);
    if (value === REFUSED)
      throw new ConfigError(`${variable}=${JSON.stringify(given)} is refused; allowed: ${allowed}`);
    return [key, value];
  });
  return Object.fromEntries(entries) as ConfigOf<Table>;
};

/** The table as lines for `--help`. */
export const toHelpLines = (table: SettingTable): readonly string[] =>
  Object.values(table).map(
    ({ variable, standard, meaning }) =>
      `  ${variable.padEnd(30)} ${meaning} [${standard === '' ? 'empty' : standard}]`,
  );

/** Variables that look like settings and are none of either daemon: misspelt ones. */
export const toUnknownVariables = (environment: Environment): readonly string[] => {
  const tables: readonly SettingTable[] = [PLAYER_SETTINGS, TALKGROUP_SETTINGS];
  const known = new Set(tables.flatMap((table) => Object.values(table).map(({ variable }) => variable)));
  return Object.keys(environment).filter((name) => /^CUEDECK_(?!TEST_|LAUNCHED_)/.test(name) && !known.has(name));
};

/** What the process was started with; nothing else reads process.env. */
export const processEnvironment = (): Environment => process.env;

/** What the desktop and systemd say by variables of their own. */
export const toSurroundings = (environment: Environment) => ({
  /** X and Wayland displays; empty strings where there are none. */
  displays: [environment.DISPLAY ?? '', environment.WAYLAND_DISPLAY ?? ''],
  /** systemd's journal reads our output. */
  isJournal: environment.JOURNAL_STREAM !== undefined,
  notifyDescriptor: toPassedDescriptors(environment).get('notify'),
  watchdogSeconds: toWatchdogSeconds(environment),
  launched: toLaunched(environment),
});

const isForUs = (pid: string | undefined): boolean => pid === String(process.pid);

/** Descriptors that systemd opened for this process (OpenFile=, socket units), by name; see sd_listen_fds(3). */
export const toPassedDescriptors = (environment: Environment): ReadonlyMap<string, number> => {
  const FIRST = 3;
  if (!isForUs(environment.LISTEN_PID)) return new Map();
  const names = (environment.LISTEN_FDNAMES ?? '').split(':').slice(0, Number(environment.LISTEN_FDS));
  return new Map(names.map((name, index) => [name, FIRST + index]));
};

const toWatchdogSeconds = ({ WATCHDOG_PID, WATCHDOG_USEC }: Environment): number | undefined =>
  isForUs(WATCHDOG_PID) && Number(WATCHDOG_USEC) > 0 ? Number(WATCHDOG_USEC) / 1e6 : undefined;
