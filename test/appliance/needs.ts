// Whether this machine can boot a box. Elsewhere the tests that do say what they lack; where CI is set they may not.
import { spawnSync } from 'node:child_process';

const PROGRAMS = [
  'ip',
  'lintian',
  'losetup',
  'mmdebstrap',
  'mkfs.ext4',
  'nsenter',
  'script',
  'ssh',
  'systemd-nspawn',
  'xfs_io',
];

const lacking = (): readonly string[] => [
  ...(process.getuid?.() === 0 ? [] : ['root']),
  ...PROGRAMS.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0),
];

/** @throws Error where CI is set and something is lacking */
export const canBoot = (what: string): boolean => {
  const missing = lacking();
  if (missing.length === 0) return true;
  const text = `${what}: not run, this machine lacks ${missing.join(', ')} (scripts/install appliance)`;
  if (process.env.CI !== undefined) throw new Error(text);
  console.warn(text);
  return false;
};
