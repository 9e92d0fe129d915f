// The forms that a setting can have: what its text means, and what is refused.
import { resolve } from 'node:path';
import { parseAudioDevice, parseDisplayMode, ROTATIONS, type Rotation } from '../deck/output.ts';
import { LIST_NAMES } from '../hyperdeck/device/clip-names.ts';

export const REFUSED = Symbol('refused');

/** One environment variable; `allowed` completes the sentence "allowed: …" when a value is refused. */
export interface Setting<Value> {
  readonly variable: string;
  readonly standard: string;
  readonly meaning: string;
  readonly allowed: string;
  readonly parse: (text: string) => Value | typeof REFUSED;
}

const setting =
  <Value>(allowed: string, parse: Setting<Value>['parse']) =>
  (variable: string, standard: string, meaning: string): Setting<Value> => ({
    variable,
    standard,
    meaning,
    allowed,
    parse,
  });

const isOneLine = (value: string): boolean => !/[\n\r\0]/.test(value);

const parsePort = (value: string): number | typeof REFUSED =>
  /^[0-9]{1,5}$/.test(value) && Number(value) <= 65_535 ? Number(value) : REFUSED;

const parseUrl = (value: string): URL | typeof REFUSED => {
  if (!URL.canParse(value)) return REFUSED;
  const url = new URL(value);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : REFUSED;
};

export const text = setting('any text on one line', (value) => (isOneLine(value) ? value : REFUSED));
export const name = setting('a text that is not empty', (value) =>
  value !== '' && isOneLine(value) ? value : REFUSED,
);
export const words = setting('words, separated by spaces', (value) =>
  isOneLine(value) ? value.split(' ').filter((word) => word !== '') : REFUSED,
);
export const hostNames = setting('host names, separated by spaces or commas', (value) =>
  isOneLine(value)
    ? value
        .toLowerCase()
        .split(/[ ,]+/)
        .filter((word) => word !== '')
    : REFUSED,
);
export const folder = setting('the path of a folder', (value) =>
  value !== '' && isOneLine(value) ? resolve(value) : REFUSED,
);
export const folderOrPrivate = setting('the path of a folder, or empty for a private temporary one', (value) =>
  value === '' ? undefined : isOneLine(value) ? resolve(value) : REFUSED,
);
export const socketOrNone = setting('the path of a socket, or empty', (value) =>
  value === '' ? undefined : isOneLine(value) ? resolve(value) : REFUSED,
);
export const connectorOrFirst = setting(
  'the name of a connector (/sys/class/drm, without the card), or empty',
  (value) => (value === '' ? undefined : /^[A-Za-z0-9-]{1,40}$/.test(value) ? value : REFUSED),
);
const orRefused =
  <Value>(parse: (value: string) => Value) =>
  (value: string): Value | undefined | typeof REFUSED => {
    if (value === '') return undefined;
    try {
      return parse(value);
    } catch {
      return REFUSED;
    }
  };
export const displayModeOrChosen = setting(
  'WIDTHxHEIGHT or WIDTHxHEIGHT@RATE such as 1920x1080@50, or empty',
  orRefused(parseDisplayMode),
);
export const rotationOrChosen = setting(
  `${ROTATIONS.join(', ')}, or empty`,
  (value): Rotation | undefined | typeof REFUSED =>
    value === '' ? undefined : (ROTATIONS.find((degrees) => String(degrees) === value) ?? REFUSED),
);
export const audioDeviceOrChosen = setting(
  'a name that the list of audio devices has, or empty',
  orRefused(parseAudioDevice),
);
export const port = setting('a port from 0 (any free one) to 65535', parsePort);
export const portOrOff = setting('a port from 0 (any free one) to 65535, or off', (value) =>
  value === 'off' ? undefined : parsePort(value),
);
export const onOff = setting('on or off', (value) => (value === 'on' ? true : value === 'off' ? false : REFUSED));
export const askOrAllow = setting('ask or allow', (value): 'ask' | 'allow' | typeof REFUSED =>
  value === 'ask' || value === 'allow' ? value : REFUSED,
);
export const listNames = setting(
  LIST_NAMES.join(' or '),
  (value) => LIST_NAMES.find((name) => name === value) ?? REFUSED,
);
export const hostOrNone = setting('a host name or an IP address, or empty', (value) =>
  value === '' ? undefined : /^[0-9A-Za-z.:-]{1,253}$/.test(value) ? value : REFUSED,
);
const parseBroker = (value: string): URL | typeof REFUSED => {
  if (!URL.canParse(value)) return REFUSED;
  const url = new URL(value);
  return (url.protocol === 'mqtt:' || url.protocol === 'mqtts:') && url.hostname !== '' ? url : REFUSED;
};
export const broker = setting('an mqtt or mqtts address such as mqtt://broker:1883, or empty', (value) =>
  value === '' ? undefined : parseBroker(value),
);
export const fileOrNone = setting('the path of a file, or empty', (value) =>
  value === '' ? undefined : isOneLine(value) ? resolve(value) : REFUSED,
);
const TOPIC_WORD = /^[^/+#$\s\0][^/+#\s\0]{0,63}$/u;
export const topicRoot = setting('words without spaces, + and #, separated by slashes', (value) =>
  value.split('/').every((word) => TOPIC_WORD.test(word)) ? value : REFUSED,
);
export const topicRoots = setting('topics without + and #, separated by spaces or commas', (value) => {
  const given = value.split(/[ ,]+/).filter((topic) => topic !== '');
  return given.every((topic) => topic.split('/').every((word) => TOPIC_WORD.test(word))) ? given : REFUSED;
});
export const topicWordOrNone = setting('a word without spaces, /, + and #, or empty', (value) =>
  value === '' ? undefined : TOPIC_WORD.test(value) ? value : REFUSED,
);
export const topicWords = setting('words without /, + and #, separated by spaces or commas', (value) => {
  const given = value.split(/[ ,]+/).filter((word) => word !== '');
  return given.every((word) => TOPIC_WORD.test(word)) ? given : REFUSED;
});
export const topicRootOrOff = setting('words without spaces, + and #, separated by slashes, or off', (value) =>
  value === 'off' ? undefined : value.split('/').every((word) => TOPIC_WORD.test(word)) ? value : REFUSED,
);
export const milliseconds = setting('milliseconds from 1 to 10000', (value) =>
  /^[0-9]{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 10_000 ? Number(value) : REFUSED,
);
export const address = setting('an http or https address, or empty', (value) =>
  value === '' ? undefined : parseUrl(value),
);
