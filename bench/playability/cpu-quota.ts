// A CPU quota: a cgroup of either version, into which a program goes before it starts.
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PERIOD_MICROSECONDS = 100_000;
const ROOT = '/sys/fs/cgroup';

interface CpuQuota {
  /** A program that runs another one within the quota, ahead of whatever else runs on the machine. */
  readonly wrapper: string;
  /** @param share of one CPU, 1 is all of one */
  set(share: number): void;
  /** When nothing is left in it. */
  remove(): void;
}

/** @param folder for the wrapper; needs root */
export const createCpuQuota = (folder: string): CpuQuota => {
  const isFirst = existsSync(join(ROOT, 'cpu/cpu.cfs_quota_us'));
  const group = join(ROOT, isFirst ? 'cpu' : '', `cuedeck-bench-${process.pid}`);
  if (!isFirst) writeFileSync(join(ROOT, 'cgroup.subtree_control'), '+cpu');
  mkdirSync(group);
  const wrapper = join(folder, 'within-quota');
  const script = `#!/bin/sh\necho $$ > ${group}/cgroup.procs\nexec nice -n -15 "$@"\n`;
  writeFileSync(wrapper, script, { mode: 0o755 });
  return {
    wrapper,
    set: (share) => {
      const quota = Math.round(share * PERIOD_MICROSECONDS);
      if (isFirst) {
        writeFileSync(join(group, 'cpu.cfs_period_us'), String(PERIOD_MICROSECONDS));
        writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quota));
      } else writeFileSync(join(group, 'cpu.max'), `${quota} ${PERIOD_MICROSECONDS}`);
    },
    remove: () => rmdirSync(group),
  };
};
