// Finds the player of this machine from environment, settings file and unit.
import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { toReason, toSystemCode } from '../base/errors.ts';
import { PLAYER_SETTINGS, type PlayerConfig } from '../config/player.ts';
import { readConfig } from '../config/read-config.ts';
import { CliError, EXIT } from './cli-error.ts';

export const PLAYER_CONF = '/etc/cuedeck/player.conf';
export const PLAYER_UNIT = 'cuedeck-player.service';
const UNIT_FOLDERS = ['/etc/systemd/system', '/usr/lib/systemd/system', '/lib/systemd/system'];

/** What the unit sets, so that a person over SSH need not. */
const UNIT_SETTINGS = {
  CUEDECK_HTTP_PORT: '80',
  CUEDECK_CLIPS_DIR: '/clips',
  CUEDECK_STATE_DIR: '/var/lib/cuedeck',
  CUEDECK_RUNTIME_DIR: '/run/cuedeck',
} as const;

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
    const code = toSystemCode(error);
    if (isAskedFor) {
      const exit = code === 'EACCES' ? EXIT.noPermission : EXIT.settings;
      throw new CliError(exit, `${path} cannot be read: ${toReason(error)}. Name the settings file of the player.`);
    }
    return { text: '', isClosed: code === 'EACCES' };
  }
};

/** An address that listens on everything is reached on the loopback. */
const toReachable = (host: string): string => {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return isIP(host) === 6 ? `[${host}]` : host;
};

/**
 * The environment goes before the settings file, that before what the unit sets.
 * @param conf path of the settings file, where it is not the unit's
 * @throws ConfigError; CliError when a named settings file cannot be read
 */
export const findPlayer = (
  environment: Readonly<Record<string, string | undefined>>,
  conf?: string,
): PlayerConnection => {
  const path = conf ?? PLAYER_CONF;
  const { text, isClosed } = readConf(path, conf !== undefined);
  const isUnit =
    conf === undefined && (existsSync(path) || UNIT_FOLDERS.some((folder) => existsSync(join(folder, PLAYER_UNIT))));
  const config = readConfig(PLAYER_SETTINGS, {
    ...(isUnit && UNIT_SETTINGS),
    ...parseEnvironmentFile(text),
    ...environment,
  });
  return {
    ...config,
    url: `http://${toReachable(config.httpHost)}:${config.httpPort}`,
    socketPath: config.runtimeDir === undefined ? undefined : join(config.runtimeDir, 'mpv.sock'),
    isUnit,
    closedConf: isClosed ? path : undefined,
  };
};
