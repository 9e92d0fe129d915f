// Runs a daemon: command line, settings, signals and exit code.

import { toMessage } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { processEnvironment } from '../config/environment.ts';
import { ConfigError, EX_CONFIG, toUnknownVariables } from '../config/read-config.ts';
import { type Condition, SystemdNotifier } from './sd-notify.ts';

/** A running service. */
export interface Service extends Condition {
  /**
   * Ends it cleanly, within 2 s.
   * @param ending.hasFailed true after an uncaught error: the service manager starts it again
   */
  stop(ending: { readonly hasFailed: boolean }): Promise<void>;
}

const STOP_SECONDS = 2;
/** Exit code for a wrong command line (sysexits.h). */
const EX_USAGE = 64;

/**
 * Runs a daemon until SIGTERM or SIGINT.
 * `--help` and `--version` print and exit 0; another argument exits 64; a bad setting prints one line and
 * exits 78; a failed start or an uncaught error exits 1. Misspelt settings are logged.
 */
export const runDaemon = async (deps: {
  readonly args: readonly string[];
  readonly help: readonly string[];
  readonly settings: Parameters<typeof toUnknownVariables>[0];
  readonly version: string;
  readonly log: Log;
  readonly notifyDescriptor: number | undefined;
  readonly watchdogSeconds: number | undefined;
  readonly environment: ReturnType<typeof processEnvironment>;
  readonly start: () => Promise<Service>;
}): Promise<void> => {
  const { args, log, notifyDescriptor: descriptor, watchdogSeconds } = deps;
  if (args.includes('--help')) return print(deps.help);
  if (args.includes('--version')) return print([deps.version]);
  const [unknown] = args;
  if (unknown !== undefined) {
    log.error(
      `${JSON.stringify(unknown)} is no argument; allowed: --help, --version (settings are environment variables)`,
    );
    process.exit(EX_USAGE);
  }
  for (const name of toUnknownVariables(deps.settings, deps.environment))
    log.warning(`${name} is not a setting; --help lists them all`);
  try {
    // One that comes during the start is not lost: what is kept is written, and no player is left behind.
    const ending = nextEnding(log);
    const service = await deps.start();
    const manager = new SystemdNotifier({ descriptor, watchdogSeconds, log });
    manager.ready(service);
    const code = await ending;
    manager.stopping();
    await service.stop({ hasFailed: code !== 0 });
    process.exit(code);
  } catch (error) {
    log.error(toMessage(error));
    process.exit(error instanceof ConfigError ? EX_CONFIG : 1);
  }
};

/** Whatever the level of the log. */
const print = (lines: readonly string[]): void => {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
};

/** Resolves to the exit code. From then on there are so many seconds for an end in order. */
const nextEnding = (log: Log): Promise<number> =>
  new Promise((resolve) => {
    const end = (code: number): void => {
      setTimeout(() => process.exit(code), STOP_SECONDS * 1000);
      resolve(code);
    };
    process.once('SIGTERM', () => end(0));
    process.once('SIGINT', () => end(0));
    // Node makes one of a rejection that nobody handles.
    process.on('uncaughtException', (error) => {
      log.error(`unexpected error: ${toMessage(error)}`);
      if (error instanceof Error) log.debug(`unexpected error: ${error.stack}`);
      end(1);
    });
  });
