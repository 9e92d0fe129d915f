// The settings of `configuration`: which there are, what each may be, and what it is at first.
import { hasDropFrame, type TimecodeBase } from '../../deck/clips/timecode.ts';
import { CommandError } from '../response-codes.ts';
import { parseFlag, parseOneOf, parseWhole } from '../values.ts';
import type { VideoFormat } from './video-format.ts';

type ConfigurationKey = keyof typeof SETTINGS;
export type Configuration = Readonly<Record<ConfigurationKey, string>>;

interface ConfigurationSetting {
  readonly standard: string;
  /** @throws CommandError 102 */
  readonly parse: (text: string) => string;
}

const oneOf = (...words: readonly [string, ...string[]]): ConfigurationSetting => ({
  standard: words[0],
  parse: (text) => parseOneOf(text, words),
});

const MAX_TEXT_LENGTH = 64;

const freeText = (standard: string): ConfigurationSetting => ({
  standard,
  parse: (text) => {
    if (text.length > MAX_TEXT_LENGTH) throw new CommandError(102, `more than ${MAX_TEXT_LENGTH} characters`);
    return text;
  },
});

const MAX_CHANNELS = 16;

/**
 * Inputs and recording are stored without effect: a playback deck has neither, but controllers set and show them.
 * `timecode output` and `timecode preference` act on every timecode.
 */
const SETTINGS = {
  'audio input': oneOf('embedded', 'XLR', 'RCA'),
  'video input': oneOf('SDI', 'HDMI', 'component'),
  'file format': oneOf(
    ...(['QuickTimeProResHQ', 'QuickTimeProRes', 'QuickTimeProResLT', 'QuickTimeProResProxy'] as const),
    ...(['QuickTimeUncompressed', 'QuickTimeDNxHD220', 'DNxHD220', 'QuickTimeDNxHD145', 'DNxHD145'] as const),
    ...(['QuickTimeDNxHD45', 'DNxHD45', 'H.264High', 'H.264Medium', 'H.264Low'] as const),
    ...(['H.265High', 'H.265Medium', 'H.265Low'] as const),
  ),
  'audio codec': oneOf('PCM', 'AAC'),
  'timecode input': oneOf('clip', 'external', 'embedded', 'preset', 'internal'),
  'timecode output': oneOf('timeline', 'clip'),
  'timecode preference': oneOf('default', 'dropframe', 'nondropframe'),
  'timecode preset': {
    standard: '00:00:00:00',
    parse: (text) => {
      if (/^\d{2}(:\d{2}){2}[:;]\d{2}$/.test(text)) return text;
      throw new CommandError(102, `${JSON.stringify(text)} is no timecode`);
    },
  },
  'audio input channels': {
    standard: '2',
    parse: (text) => {
      const channels = parseWhole(text);
      if (channels < 1 || channels > MAX_CHANNELS) throw new CommandError(102, `1 to ${MAX_CHANNELS} channels`);
      return String(channels);
    },
  },
  'record trigger': oneOf('none', 'recordbit', 'timecoderun'),
  'record prefix': freeText('HyperDeck'),
  'append timestamp': { standard: 'false', parse: (text) => String(parseFlag(text)) },
} as const satisfies Readonly<Record<string, ConfigurationSetting>>;

export const CONFIGURATION_KEYS = Object.keys(SETTINGS) as readonly ConfigurationKey[];

const fromSettings = (toValue: (setting: ConfigurationSetting, key: ConfigurationKey) => string): Configuration =>
  Object.fromEntries(CONFIGURATION_KEYS.map((key) => [key, toValue(SETTINGS[key], key)])) as Record<
    ConfigurationKey,
    string
  >;

export const DEFAULT_CONFIGURATION: Configuration = fromSettings(({ standard }) => standard);

/**
 * @param values by key, as sent
 * @returns the same value when nothing changes
 * @throws CommandError 102
 */
export const editConfiguration = (before: Configuration, values: ReadonlyMap<string, string>): Configuration => {
  const after = fromSettings(({ parse }, key) => {
    const value = values.get(key);
    return value === undefined ? before[key] : parse(value);
  });
  return CONFIGURATION_KEYS.some((key) => after[key] !== before[key]) ? after : before;
};

/** Timecode base of a clip of this format. */
export const timecodeBase = ({ rate }: VideoFormat, configuration: Configuration): TimecodeBase => ({
  rate,
  dropFrame: hasDropFrame(rate) && configuration['timecode preference'] !== 'nondropframe',
});
