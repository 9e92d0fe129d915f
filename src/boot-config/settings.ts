// Settings of cuedeck.txt: name, meaning, allowed values.
import { isIP, isIPv4 } from 'node:net';
import { AppError, toMessage } from '../base/errors.ts';
import { parseDisplayMode, ROTATIONS } from '../deck/output.ts';
import { parseHostName } from '../host/hostname/host-name.ts';
import * as schema from '../schema/schema.ts';
import { isDeviceAddress } from './device-address.ts';
import { isPublicKey } from './public-key.ts';
import { readCardText } from './settings-text.ts';
import { isTimeZone, parseTimeServers } from './time-settings.ts';

interface CardSetting {
  readonly name: string;
  readonly shape: schema.Schema<string>;
  /** May appear more than once, with one value per line. */
  readonly repeats?: boolean;
}

const isNetworkName = (value: string): boolean => Buffer.byteLength(value) <= 32 && !/[\p{Cc}\ufffd]/u.test(value);
const parseCountry = schema.fitting(/^[A-Z]{2}$/);

const parseAddresses = (value: string): string | typeof schema.MISFIT => {
  const addresses = value.split(/[\s,]+/);
  return addresses.every((address) => isIP(address) !== 0) ? addresses.join(' ') : schema.MISFIT;
};

const card = (name: string, allowed: string, parse: schema.TextParser<string>): CardSetting => ({
  name,
  shape: schema.textForm(allowed, parse),
});

export const CARD_SETTINGS: readonly CardSetting[] = [
  card('hostname', '1 to 63 letters, digits and hyphens', parseHostName),
  card('wifi-country', 'a country in two letters, such as DE', (value) => parseCountry(value.toUpperCase())),
  card('wifi-name', 'the name of a network, up to 32 bytes', schema.fitting(isNetworkName)),
  card(
    'wifi-password',
    '8 to 63 letters without accents, digits and signs, or 64 hexadecimal digits',
    schema.fitting(/^([\x20-\x7e]{8,63}|[0-9A-Fa-f]{64})$/),
  ),
  card(
    'address',
    'the IPv4 address of a device with the size of its network, such as 192.168.1.50/24',
    schema.fitting(isDeviceAddress),
  ),
  card('gateway', 'an IPv4 address', schema.fitting(isIPv4)),
  card('dns', 'IP addresses, separated by spaces or commas', parseAddresses),
  card('timezone', 'a time zone such as Europe/Berlin', schema.fitting(isTimeZone)),
  card('ntp', 'names or IP addresses of time servers, separated by spaces or commas', parseTimeServers),
  card('display-mode', 'WIDTHxHEIGHT or WIDTHxHEIGHT@RATE, such as 1920x1080@50', parseDisplayMode),
  card('rotation', ROTATIONS.join(', '), schema.wordOf(ROTATIONS.map(String))),
  card(
    'sound',
    'hdmi, headphones, usb, auto, or a name of an audio device as the page lists them',
    schema.fitting(/^[\x21-\x7e][\x20-\x7e]{0,199}$/),
  ),
  card('talkgroup', 'on', schema.wordOf(['on'])),
  { ...card('ssh-key', 'a public key on one line, as in id_ed25519.pub', schema.fitting(isPublicKey)), repeats: true },
  card('token', '1 to 128 letters without accents, digits and . _ ~ -', schema.fitting(/^[A-Za-z0-9._~-]{1,128}$/)),
];

/** Never contains the value. */
const LINE = schema.recordMode(
  ({ name, allowed }) => new AppError('invalid-value', `${name} is refused; allowed: ${allowed}.`),
);

/** Values by name; a setting without a value is absent. */
export type CardValues = Readonly<Record<string, readonly string[]>>;

interface Card {
  readonly values: CardValues;
  /** Settings with a rejected line, which keep their previous value. */
  readonly refused: ReadonlySet<string>;
  /** One sentence each, without values, since some are secrets. */
  readonly problems: readonly string[];
}

/** Never throws. */
export const readCard = (bytes: Uint8Array): Card => {
  const { lines, problems: unreadable } = readCardText(bytes);
  const problems = [...unreadable];
  const refused = new Set<string>();
  const values: Record<string, readonly string[]> = {};
  for (const { number, name, value } of lines) {
    const setting = CARD_SETTINGS.find((known) => known.name === name);
    if (setting === undefined) {
      problems.push(`Line ${number} is passed over: there is no setting ${JSON.stringify(name.slice(0, 40))}.`);
      continue;
    }
    if (value === '') continue;
    try {
      const parsed = setting.shape.parse(value, name, LINE);
      const previous = values[name] ?? [];
      if (previous.length > 0 && setting.repeats !== true)
        problems.push(`Line ${number}: ${name} is given twice, the last one holds.`);
      values[name] = setting.repeats === true ? [...previous, parsed] : [parsed];
    } catch (error) {
      refused.add(name);
      // The replacement character of invalid UTF-8.
      const advice = value.includes('\ufffd') ? ' The file is not UTF-8: save it as UTF-8.' : '';
      problems.push(`Line ${number}: ${toMessage(error)}${advice}`);
    }
  }
  return { values, refused, problems: [...problems, ...toMissing(values)] };
};

const toMissing = (values: CardValues): readonly string[] => [
  ...(values['wifi-name'] !== undefined && values['wifi-country'] === undefined
    ? ['wifi-country is missing: without it some channels are not used.']
    : []),
  ...(values['wifi-name'] === undefined && values['wifi-password'] !== undefined
    ? ['wifi-password stands there without wifi-name: no Wi-Fi.']
    : []),
  ...(values.gateway !== undefined && values.address === undefined
    ? ['gateway stands there without address and is not used.']
    : []),
];

/**
 * The values from now on: rejected settings, and those that depend on them, keep their previous values.
 * @param previous values of the last read
 */
export const toHolding = (card: Card, previous: CardValues): CardValues => {
  // Besides rejected keys there may be valid ones.
  const asBefore = new Set([...card.refused].filter((name) => card.values[name] === undefined));
  // Never combines a network with the password of another one or without one, since anybody could use its name.
  if (asBefore.has('wifi-name') || asBefore.has('wifi-password')) asBefore.add('wifi-name').add('wifi-password');
  // Nor an address with an unreachable gateway.
  if (asBefore.has('address')) asBefore.add('gateway');
  else if (isChanged('address', card.values, previous)) asBefore.delete('gateway');
  return withPrevious(card.values, previous, asBefore);
};

/** `values`, with the previous values of the settings in `names`. */
export const withPrevious = (values: CardValues, previous: CardValues, names: ReadonlySet<string>): CardValues =>
  Object.fromEntries([
    ...Object.entries(values).filter(([name]) => !names.has(name)),
    ...Object.entries(previous).filter(([name]) => names.has(name)),
  ]);

/** True when a setting has changed since the last read: only then it overrides later changes made elsewhere. */
export const isChanged = (name: string, now: CardValues, previous: CardValues): boolean =>
  JSON.stringify(now[name] ?? []) !== JSON.stringify(previous[name] ?? []);

const SAVED = schema.mapped(
  schema.record(schema.otherwise(schema.entries(schema.anyText, String), undefined)),
  (values) =>
    Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
);

/** Reads saved values; returns none for anything invalid. */
export const parseSavedValues = (text: string): CardValues => schema.parseMessage(SAVED, text) ?? {};
