// Types of settings that only the player has: outputs, controllers and topics.
import { parseAudioDevice, parseDisplayMode, ROTATIONS, type Rotation } from '../deck/output.ts';
import { REFUSED, setting } from './setting.ts';

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
export const askOrAllow = setting('ask or allow', (value): 'ask' | 'allow' | typeof REFUSED =>
  value === 'ask' || value === 'allow' ? value : REFUSED,
);
export const listNames = setting('files or clips', (value): 'files' | 'clips' | typeof REFUSED =>
  value === 'files' || value === 'clips' ? value : REFUSED,
);
const parseBroker = (value: string): URL | typeof REFUSED => {
  if (!URL.canParse(value)) return REFUSED;
  const url = new URL(value);
  return (url.protocol === 'mqtt:' || url.protocol === 'mqtts:') && url.hostname !== '' ? url : REFUSED;
};
export const broker = setting('an mqtt or mqtts address such as mqtt://broker:1883, or empty', (value) =>
  value === '' ? undefined : parseBroker(value),
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
