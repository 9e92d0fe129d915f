// Runs a daemon: command line, settings, signals and exit code.

import { toMessage } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { processEnvironment } from '../config/environment.ts';
import { ConfigError, EX_CONFIG, toUnknownVariables } from '../config/read-config.ts';
import { type Condition, SystemdNotifier } from './sd-notify.ts';

/** A running service. */
export interface Service extends Condition {
  /** Ends it cleanly, within 2 s. */
  stop(): Promise<void>;
}

const STOP_SECONDS = 2;
/** Exit code for a wrong command line (sysexits.h). */
const EX_USAGE = 64;

/**
 * Runs a daemon until SIGTERM or SIGINT.
 * `--help` and `--version` print and exit 0; another argument exits 64; a bad setting prints one line and
 * exits 78; a failed start exits 1. A variable that looks like a setting and is none is told.
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
  if (args.includes('--help')) return print(log, deps.help);
  if (args.includes('--version')) return print(log, [deps.version]);
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
    const ending = nextSignal();
    const service = await deps.start();
    const manager = new SystemdNotifier({ descriptor, watchdogSeconds, log });
    manager.ready(service);
    await ending;
    manager.stopping();
    await service.stop();
    process.exit(0);
  } catch (error) {
    log.error(toMessage(error));
    process.exit(error instanceof ConfigError ? EX_CONFIG : 1);
  }
};

const print = (log: Log, lines: readonly string[]): void => {
  for (const line of lines) log.info(line);
};

/** From then on there are so many seconds for an end in order. */
const nextSignal = (): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      setTimeout(() => process.exit(0), STOP_SECONDS * 1000);
      resolve();
    };
    process.once('SIGTERM', end);
    process.once('SIGINT', end);
  });
