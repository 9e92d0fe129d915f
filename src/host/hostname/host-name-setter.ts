// Changes the host name everywhere or nowhere; everything privileged is behind two calls.
import { writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { AppError, toReason } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { readSystemFile, replaceSystemFile } from '../system-file.ts';
import { DEFAULT_HOST_NAME } from './host-name.ts';
import { writeOwnNames } from './hostile-fence.ts';
import { bothNames, ownNames, renameOwn } from './hosts-file.ts';
import { announceName } from './mdns.ts';

export interface HostNameSetter {
  /** The machine's current name. */
  current(): Promise<string>;
  /**
   * @param name valid, in lower case; one call at a time
   * @throws AppError `host-name-failed` naming the step; everything is unchanged
   */
  apply(name: string): Promise<void>;
}

const KERNEL_NAME = '/proc/sys/kernel/hostname';

interface Step {
  /** Completes "… failed". */
  readonly name: string;
  readonly run: () => Promise<void>;
  readonly undo: () => Promise<void>;
}

/**
 * @param deps.hostRoot `/` changes the live machine; any other folder represents a machine that is not running:
 *   only the files in it change
 */
export const createHostNameSetter = (deps: { readonly hostRoot: string; readonly log: Log }): HostNameSetter => {
  const { hostRoot, log } = deps;
  const isLive = hostRoot === '/';
  const hostsPath = join(hostRoot, 'etc/hosts');
  const namePath = join(hostRoot, 'etc/hostname');

  const staticName = async (): Promise<string> => (await readSystemFile(namePath))?.trim() || DEFAULT_HOST_NAME;

  /** Ordered so that a machine that stops half-way can still resolve its own name. */
  const planSteps = async (next: string): Promise<readonly Step[]> => {
    const [hosts, nameFile, former] = [
      await readSystemFile(hostsPath),
      await readSystemFile(namePath),
      await staticName(),
    ];
    const live = hostname();
    const names = ownNames(hosts ?? '');
    const writeHosts = (own: readonly string[]) => async (): Promise<void> =>
      replaceSystemFile(hostsPath, writeOwnNames(hosts ?? '', own));
    const restoreHosts = (): Promise<void> => replaceSystemFile(hostsPath, hosts);
    return [
      {
        name: `adding the new name to ${hostsPath}`,
        run: writeHosts(bothNames(names, former, next)),
        undo: restoreHosts,
      },
      {
        name: `writing ${namePath}`,
        run: () => replaceSystemFile(namePath, `${next}\n`),
        undo: () => replaceSystemFile(namePath, nameFile),
      },
      ...(isLive ? [kernelStep(live, next), mdnsStep(live, next)] : []),
      {
        name: `taking the former name out of ${hostsPath}`,
        run: writeHosts(renameOwn(isLive ? renameOwn(names, live, next) : names, former, next)),
        undo: async () => undefined,
      },
    ];
  };

  return {
    current: async () => (isLive ? hostname() : staticName()),
    apply: async (name) => {
      const done: Step[] = [];
      try {
        for (const step of await planSteps(name)) {
          done.unshift(step);
          await step.run();
        }
      } catch (error) {
        for (const step of done)
          await step.undo().catch((second) => log.error(`Could not undo ${step.name}: ${toReason(second)}.`));
        throw new AppError(
          'host-name-failed',
          `The host name stays: ${done[0]?.name ?? `reading ${hostsPath}`} failed: ${toReason(error)}.`,
          { cause: error },
        );
      }
    },
  };
};

const kernelStep = (former: string, next: string): Step => ({
  name: 'setting the live name',
  run: async () => {
    await writeFile(KERNEL_NAME, next);
    if (hostname() !== next) throw new Error(`the kernel says ${hostname()}`);
  },
  undo: () => writeFile(KERNEL_NAME, former),
});

const mdnsStep = (former: string, next: string): Step => ({
  name: 'announcing the name on the network',
  run: () => announceName(next),
  undo: () => announceName(former),
});
