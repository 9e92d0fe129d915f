// Types of settings that only the player has: outputs, controllers and topics.
import { DECODER_CHOICES, parseAudioDevice, parseDisplayMode, ROTATIONS } from '../deck/output.ts';
import { fitting, MISFIT, orNone, wordOf } from '../schema/schema.ts';
import { setting } from './setting.ts';
import { urlOf } from './setting-types.ts';

export const connectorOrFirst = setting(
  'the name of a connector (/sys/class/drm, without the card), or empty',
  orNone(fitting(/^[A-Za-z0-9-]{1,40}$/)),
);
export const displayModeOrChosen = setting(
  'WIDTHxHEIGHT or WIDTHxHEIGHT@RATE such as 1920x1080@50, or empty',
  orNone(parseDisplayMode),
);
export const rotationOrChosen = setting(`${ROTATIONS.join(', ')}, or empty`, orNone(wordOf(ROTATIONS)));
export const decoderOrChosen = setting(`${DECODER_CHOICES.join(', ')}, or empty`, orNone(wordOf(DECODER_CHOICES)));
export const audioDeviceOrChosen = setting(
  'a name that the list of audio devices has, or empty',
  orNone(parseAudioDevice),
);
export const askOrAllow = setting('ask or allow', wordOf(['ask', 'allow']));
export const listNames = setting('files or clips', wordOf(['files', 'clips']));
export const timelineSource = setting('library or list', wordOf(['library', 'list']));
export const broker = setting(
  'an mqtt or mqtts address such as mqtt://broker:1883, or empty',
  orNone(urlOf('mqtt:', 'mqtts:')),
);

const isTopicWord = (word: string): boolean => /^[^/+#$\s\0][^/+#\s\0]{0,63}$/u.test(word);
const isTopic = (topic: string): boolean => topic.split('/').every(isTopicWord);
const listOf = (isEntry: (entry: string) => boolean) => (text: string) => {
  const given = text.split(/[ ,]+/).filter((entry) => entry !== '');
  return given.every(isEntry) ? given : MISFIT;
};

export const topicRoot = setting('words without spaces, + and #, separated by slashes', fitting(isTopic));
export const topicRoots = setting('topics without + and #, separated by spaces or commas', listOf(isTopic));
export const topicWordOrNone = setting('a word without spaces, /, + and #, or empty', orNone(fitting(isTopicWord)));
export const topicWords = setting('words without /, + and #, separated by spaces or commas', listOf(isTopicWord));
export const topicRootOrOff = setting('words without spaces, + and #, separated by slashes, or off', (value) =>
  value === 'off' ? undefined : fitting(isTopic)(value),
);
