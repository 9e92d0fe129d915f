// Defines the setting types: how each parses its text and what it rejects.
import { resolve } from 'node:path';
import { LOG_LEVELS } from '../base/log.ts';
import { fitting, MISFIT, orNone, type TextParser, wordOf } from '../schema/schema.ts';
import { setting } from './setting.ts';

/** A line break or a NUL would end a line of a settings file or of a log. */
const onOneLine =
  <Value>(parse: TextParser<Value>): TextParser<Value> =>
  (text) =>
    /[\n\r\0]/.test(text) ? MISFIT : parse(text);

const numberTo =
  (most: number, least = 0): TextParser<number> =>
  (text) =>
    /^[0-9]{1,5}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : MISFIT;

const parsePort = numberTo(65_535);
const parsePath = onOneLine((text) => resolve(text));
const isFilled = (word: string): boolean => word !== '';

/** @param protocols with their colons */
export const urlOf =
  (...protocols: readonly string[]): TextParser<URL> =>
  (text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    return url !== undefined && protocols.includes(url.protocol) && url.hostname !== '' ? url : MISFIT;
  };

export const text = setting(
  'any text on one line',
  onOneLine((value) => value),
);
export const name = setting(
  'a text that is not empty',
  onOneLine((value) => (value === '' ? MISFIT : value)),
);
export const words = setting(
  'words, separated by spaces',
  onOneLine((value) => value.split(' ').filter(isFilled)),
);
export const hostNames = setting(
  'host names, separated by spaces or commas',
  onOneLine((value) => value.toLowerCase().split(/[ ,]+/).filter(isFilled)),
);
export const folder = setting('the path of a folder', (value) => (value === '' ? MISFIT : parsePath(value)));
export const folderOrPrivate = setting('the path of a folder, or empty for a private temporary one', orNone(parsePath));
export const socketOrNone = setting('the path of a socket, or empty', orNone(parsePath));
export const fileOrNone = setting('the path of a file, or empty', orNone(parsePath));
export const port = setting('a port from 0 (any free one) to 65535', parsePort);
export const portOrOff = setting('a port from 0 (any free one) to 65535, or off', (value) =>
  value === 'off' ? undefined : parsePort(value),
);
export const onOff = setting('on or off', (value) => (value === 'on' ? true : value === 'off' ? false : MISFIT));
export const logLevel = setting('error, warning, info or debug', wordOf(LOG_LEVELS));
export const hostOrNone = setting('a host name or an IP address, or empty', orNone(fitting(/^[0-9A-Za-z.:-]{1,253}$/)));
export const milliseconds = setting('milliseconds from 1 to 10000', numberTo(10_000, 1));
export const address = setting('an http or https address, or empty', orNone(urlOf('http:', 'https:')));
