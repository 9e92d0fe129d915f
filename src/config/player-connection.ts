// Finds the player of this machine from environment, settings file and unit.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toReason, toSystemCode } from '../base/errors.ts';
import { toHttpUrl } from '../net/http-address.ts';
import type { Environment } from './environment.ts';
import { PLAYER_SETTINGS, type PlayerConfig } from './player.ts';
import { ConfigError, readConfig } from './read-config.ts';

const PLAYER_CONF = '/etc/cuedeck/player.conf';
/**
 * Goes before player.conf until the box is switched off: the token of a box whose settings could not be read or kept
 * (image/player.service.conf).
 */
export const CLOSED_CONF = '/run/cuedeck-closed.conf';
export const PLAYER_UNIT = 'cuedeck-player.service';
const UNIT_FOLDERS = ['/etc/systemd/system', '/usr/lib/systemd/system', '/lib/systemd/system'];

/** What the unit sets, so that a person over SSH need not. */
export const UNIT_SETTINGS = {
  CUEDECK_HTTP_PORT: '80',
  CUEDECK_CLIPS_DIR: '/clips',
  CUEDECK_STATE_DIR: '/var/lib/cuedeck',
  CUEDECK_RUNTIME_DIR: '/run/cuedeck',
  CUEDECK_HOSTNAME_SOCKET: '/run/cuedeck-hostname.sock',
} as const;

/** A settings file that was named and cannot be read. */
export class SettingsFileError extends ConfigError {
  /** It is there, and not for this user. */
  readonly isClosed: boolean;

  constructor(path: string, error: unknown) {
    super(`${path || '""'} cannot be read: ${toReason(error)}. Name the settings file of the player.`);
    this.isClosed = toSystemCode(error) === 'EACCES';
  }
}

export interface PlayerConnection extends PlayerConfig {
  /** Where the control API answers on this machine. */
  readonly url: string;
  /** mpv's maintenance socket; undefined when its folder is a private one that only the daemon knows. */
  readonly socketPath: string | undefined;
  /** Whether the player is a unit of this machine. */
  readonly isUnit: boolean;
  /** The settings file that is there and not for this user. */
  readonly closedConf: string | undefined;
}

/**
 * Lines of a systemd environment file; comments and what is no assignment are passed over.
 * Quotes around a value are taken off; systemd's escapes are not read.
 */
export const parseEnvironmentFile = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [, name, value] = /^\s*([A-Z][A-Z0-9_]*)=(.*?)\s*$/.exec(line) ?? [];
      if (name === undefined || value === undefined) return [];
      return [[name, /^(["'])(.*)\1$/.exec(value)?.[2] ?? value]];
    }),
  );

const readConf = (path: string, isAskedFor: boolean): { readonly text: string; readonly isClosed: boolean } => {
  try {
    return { text: readFileSync(path, 'utf8'), isClosed: false };
  } catch (error) {
    if (isAskedFor) throw new SettingsFileError(path, error);
    return { text: '', isClosed: toSystemCode(error) === 'EACCES' };
  }
};

/** An address that listens on everything is reached on the loopback. */
const LOOPBACK_OF: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/**
 * The environment goes before the settings file, that before what the unit sets.
 * @param conf path of the settings file, where it is not the unit's
 * @throws ConfigError; SettingsFileError when a named settings file cannot be read
 */
export const findPlayer = (environment: Environment, conf?: string): PlayerConnection => {
  const path = conf ?? PLAYER_CONF;
  const { text, isClosed } = readConf(path, conf !== undefined);
  const isUnit =
    conf === undefined && (existsSync(path) || UNIT_FOLDERS.some((folder) => existsSync(join(folder, PLAYER_UNIT))));
  const config = readConfig(PLAYER_SETTINGS, {
    ...(isUnit && UNIT_SETTINGS),
    ...parseEnvironmentFile(text),
    ...(conf === undefined && parseEnvironmentFile(readConf(CLOSED_CONF, false).text)),
    ...environment,
  });
  return {
    ...config,
    url: toHttpUrl(LOOPBACK_OF[config.httpHost] ?? config.httpHost, config.httpPort),
    socketPath: config.runtimeDir === undefined ? undefined : join(config.runtimeDir, 'mpv.sock'),
    isUnit,
    closedConf: isClosed ? path : undefined,
  };
};
