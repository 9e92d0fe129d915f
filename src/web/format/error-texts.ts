// Error texts for people instead of field names and bytes.
import { toBytes, toClock } from './format.ts';

const FIELDS: Readonly<Record<string, string>> = {
  name: 'name',
  hostname: 'host name',
  inSeconds: 'in point',
  outSeconds: 'out point',
  endAction: 'end action',
  volumePercent: 'volume',
  muted: 'mute',
  fadeInSeconds: 'fade in',
  fadeOutSeconds: 'fade out',
  number: 'place in the list',
  seconds: 'time',
  secs: 'time',
  frames: 'number of frames',
  factor: 'speed',
  speed: 'speed',
  audioDevice: 'sound output',
  displayMode: 'display mode',
  rotationDegrees: 'rotation',
  fit: 'fit',
  audioDelayMilliseconds: 'audio delay',
  powerOn: 'action at power-on',
};

const TRY_AGAIN = 'Try again in a moment.';
const RELOAD = 'The player does not understand this page, which may be older or newer than the player: reload it.';

/** Codes whose message is only useful for programs. */
const BY_CODE: Readonly<Record<string, string>> = {
  'missing-parameter': RELOAD,
  'repeated-parameter': RELOAD,
  'malformed-request': RELOAD,
  'method-not-allowed': RELOAD,
  'path-not-found': RELOAD,
  'headers-too-large': RELOAD,
  'wrong-host': "The player refuses this address: open the page under the player's own name or IP address.",
  'foreign-page': "The player refuses this address: open the page under the player's own name or IP address.",
  'clip-not-found': 'This clip is not there any more.',
  'list-not-found': 'This list is not there any more.',
  'list-changed': `Somebody else is changing this list. ${TRY_AGAIN}`,
  'item-not-found': 'This item is not in the list any more.',
  'request-timeout': `The player waited too long for the rest of this. ${TRY_AGAIN}`,
  'upload-out-of-step': 'The page and the player disagree on how much of the file has arrived. Try again.',
  internal: 'Something went wrong inside the player. The log, under Device, says what.',
};

const toSentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1).replace(/[.\s]*$/, '.');

const isTime = (field: string): boolean => /^(?:inS|outS|s)econds$|^secs$/.test(field);

const toValue = (field: string, value: string): string => {
  const plain = value.replace(/^"(.*)"$/s, '$1').replace(/\\?"/g, '');
  if (isTime(field) && plain !== '' && Number.isFinite(Number(plain)) && Number(plain) >= 0)
    return toClock(Number(plain));
  if (field === 'volumePercent') return `${plain} %`;
  if (field.startsWith('fade')) return `${plain} s`;
  return /^[-\d.]+$/.test(plain) ? plain : `“${plain}”`;
};

const toLimits = (field: string, allowed: string): string => {
  const between = /^more than \w+ \(([\d.]+)\)(?: up to the duration \(([\d.]+)\))?$/.exec(allowed);
  if (between !== null) {
    const end =
      between[2] === undefined ? '' : `, and no later than the end of the clip, ${toClock(Number(between[2]))}`;
    return `It has to be after the in point, ${toClock(Number(between[1]))}${end}.`;
  }
  if (/^0 to less than \w+$/.test(allowed)) return 'It has to be before the out point.';
  if (field === 'displayMode') return 'It has to be like 1920x1080 or 1920x1080@50.';
  const range = /^(?:a number from )?([\d.]+) to ([\d.]+)$/.exec(allowed);
  if (range?.[1] !== undefined && range[2] !== undefined)
    return `It can be ${toValue(field, range[1])} to ${toValue(field, range[2])}.`;
  return `It can be ${tidy(allowed).replace(/\.$/, '')}.`;
};

/** Tidies names and numbers in a sentence. */
const tidy = (text: string): string =>
  text
    .replace(/\b(\d{4,}) bytes\b/g, (_all, bytes: string) => toBytes(Number(bytes)))
    .replace(/\b[a-z]+[A-Z]\w*\b/g, (name) => FIELDS[name] ?? name)
    .replace(/"([^"]*)"/g, '“$1”');

const toInvalid = (message: string): string => {
  const [, field = '', value = '', allowed = ''] = /^(\w+)=(.*) is refused; allowed: (.*)\.$/s.exec(message) ?? [];
  const name = FIELDS[field];
  if (name === undefined) return /=|is not known here/.test(message) ? RELOAD : toPlain(message);
  return `The ${name} cannot be ${toValue(field, value)}. ${toLimits(field, allowed)}`;
};

/** The error, then the allowed values. */
const toPlain = (message: string): string => {
  const [said = '', allowed] = tidy(message).split(/; allowed: /);
  return allowed === undefined ? toSentence(said) : `${toSentence(said)} ${toSentence(`allowed: ${allowed}`)}`;
};

/**
 * @param code of the closed list of the control API
 * @param message the player's sentence
 */
export const toErrorText = (code: string, message: string): string => {
  const fixed = BY_CODE[code];
  if (fixed !== undefined) return fixed;
  const bytes = /(\d+) bytes/.exec(message)?.[1];
  if (code === 'too-large' && bytes !== undefined)
    return `The file is too large: the player takes up to ${toBytes(Number(bytes))}.`;
  if (code === 'no-space' && bytes !== undefined)
    return `There is not enough room on the player: ${toBytes(Number(bytes))} are left for clips. Delete some that are not needed.`;
  if (code === 'busy') return `${toSentence(tidy(message).replace(/; allowed:.*$/s, ''))} ${TRY_AGAIN}`;
  if (code === 'player-unavailable') return `The picture is just being started again. ${TRY_AGAIN}`;
  if (code === 'invalid-value') return toInvalid(message);
  return toPlain(message);
};

/** True for errors of a file that no retry can fix. */
export const isForGood = (code: string): boolean =>
  ['unsupported-media', 'too-large', 'invalid-value', 'missing-parameter', 'file-unreadable'].includes(code);
