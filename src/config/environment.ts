// What a process was started with: its environment, read in this one place.
export type Environment = Readonly<Record<string, string | undefined>>;

/** What the process was started with; nothing else reads process.env. */
export const processEnvironment = (): Environment => process.env;

/** What the desktop and systemd say by variables of their own. */
export const readServiceEnvironment = (environment: Environment) => ({
  /** X and Wayland displays; empty strings where there are none. */
  displays: [environment.DISPLAY ?? '', environment.WAYLAND_DISPLAY ?? ''],
  /** systemd's journal reads our output. */
  isJournal: environment.JOURNAL_STREAM !== undefined,
  notifyDescriptor: toPassedDescriptors(environment).get('notify'),
  watchdogSeconds: toWatchdogSeconds(environment),
});

const isForUs = (pid: string | undefined): boolean => pid === String(process.pid);

/** Descriptors that systemd opened for this process (OpenFile=, socket units), by name; see sd_listen_fds(3). */
export const toPassedDescriptors = (environment: Environment): ReadonlyMap<string, number> => {
  const FIRST = 3;
  if (!isForUs(environment.LISTEN_PID)) return new Map();
  const names = (environment.LISTEN_FDNAMES ?? '').split(':').slice(0, Number(environment.LISTEN_FDS));
  return new Map(names.map((name, index) => [name, FIRST + index]));
};

const toWatchdogSeconds = ({ WATCHDOG_PID, WATCHDOG_USEC }: Environment): number | undefined =>
  isForUs(WATCHDOG_PID) && Number(WATCHDOG_USEC) > 0 ? Number(WATCHDOG_USEC) / 1e6 : undefined;
