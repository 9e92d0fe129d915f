// Defines the setting types: how each parses its text and what it rejects.
import { resolve } from 'node:path';
import { LOG_LEVELS, type LogLevel } from '../base/log.ts';
import { isOneLine, REFUSED, setting } from './setting.ts';

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
export const port = setting('a port from 0 (any free one) to 65535', parsePort);
export const portOrOff = setting('a port from 0 (any free one) to 65535, or off', (value) =>
  value === 'off' ? undefined : parsePort(value),
);
export const onOff = setting('on or off', (value) => (value === 'on' ? true : value === 'off' ? false : REFUSED));
export const logLevel = setting(
  'error, warning, info or debug',
  (value): LogLevel | typeof REFUSED => LOG_LEVELS.find((level) => level === value) ?? REFUSED,
);
export const hostOrNone = setting('a host name or an IP address, or empty', (value) =>
  value === '' ? undefined : /^[0-9A-Za-z.:-]{1,253}$/.test(value) ? value : REFUSED,
);
export const fileOrNone = setting('the path of a file, or empty', (value) =>
  value === '' ? undefined : isOneLine(value) ? resolve(value) : REFUSED,
);
export const milliseconds = setting('milliseconds from 1 to 10000', (value) =>
  /^[0-9]{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 10_000 ? Number(value) : REFUSED,
);
export const address = setting('an http or https address, or empty', (value) =>
  value === '' ? undefined : parseUrl(value),
);
