// Reads the variables that systemd/launch leaves before it execs this process.
import { basename } from 'node:path';

export interface LaunchEnvironment {
  /** Process id of the mpv that it started; undefined: none. */
  readonly mpvPid: number | undefined;
  /** The kernel's graphics cards and connectors at that time; `*` for none. */
  readonly screens: readonly string[];
}

/** Undefined without a launcher, or when it started another process than this one. */
export const readLaunchEnvironment = (
  environment: Readonly<Record<string, string | undefined>>,
): LaunchEnvironment | undefined => {
  const { CUEDECK_LAUNCHED_MPV: pids = '', CUEDECK_LAUNCHED_SCREENS: screens = '' } = environment;
  const [ours, mpv = ''] = pids.split(':');
  if (ours !== String(process.pid)) return undefined;
  return {
    mpvPid: /^[1-9]\d{0,9}$/.test(mpv) ? Number(mpv) : undefined,
    screens: screens.split(' ').map((path) => basename(path)),
  };
};
