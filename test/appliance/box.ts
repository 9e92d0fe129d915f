// The box, booted: Debian 13 in a container of its own, over a cached root file system that is never written.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attempt, type Outcome, run, until } from './command.ts';
import type { Lan } from './lan.ts';

const BOOT_SECONDS = 60;
const POWER_OFF_SECONDS = 20;
const REBOOT_EXIT = 133;

/** A container may not write to the kernel's settings; on a real box root may. This one, its own name, is let through. */
const OWN_KERNEL_NAME =
  'mkdir /run/proc && mount -t proc proc /run/proc && ' +
  'mount --bind /run/proc/sys/kernel/hostname /proc/sys/kernel/hostname && umount -l /run/proc && rmdir /run/proc';

export interface Box {
  /** The box's root folder, from outside. */
  readonly root: string;
  /** Runs a command line in the box; never rejects. */
  attempt(line: string, seconds?: number): Promise<Outcome>;
  /** @throws Error with what it wrote when it fails */
  run(line: string): Promise<string>;
  /**
   * Starts it, and waits until it has booted; resolves to what systemd says of its state.
   * @param options further ones of systemd-nspawn
   */
  boot(...options: readonly string[]): Promise<string>;
  /** From within, with the same options. */
  reboot(): Promise<string>;
  powerOff(): Promise<void>;
  dispose(): Promise<void>;
  /** Like `dispose`; what was written in it becomes a folder that other boxes can be laid over. */
  keep(layer: string): Promise<void>;
}

/** @param parts.layers folders that it is laid over, the uppermost first; the last is the cached root file system */
export const createBox = async (parts: { readonly layers: readonly string[]; readonly lan: Lan }): Promise<Box> => {
  const folder = mkdtempSync(join(tmpdir(), 'cuedeck-box-'));
  const [upper, work, root] = ['upper', 'work', 'root'].map((name) => join(folder, name)) as [string, string, string];
  for (const path of [upper, work, root]) mkdirSync(path);
  await run(
    'mount',
    '-t',
    'overlay',
    'overlay',
    '-o',
    `lowerdir=${parts.layers.join(':')},upperdir=${upper},workdir=${work}`,
    root,
  );
  const command = [
    'systemd-nspawn',
    `--directory=${root}`,
    '--boot',
    '--register=no',
    '--keep-unit',
    '--link-journal=no',
    '--resolv-conf=off',
    '--timezone=off',
    `--network-namespace-path=${parts.lan.boxNamespace}`,
  ];
  let lastOptions: readonly string[] = [];

  let terminal: ChildProcess | undefined;
  let exited: Promise<number | null> = Promise.resolve(null);
  let leader = 0;

  const inBox = (line: string, seconds?: number): Promise<Outcome> =>
    attempt('nsenter', ['-t', String(leader), '-m', '-u', '-i', '-n', '-p', '-C', 'sh', '-c', line], seconds);

  const boot = async (...options: readonly string[]): Promise<string> => {
    lastOptions = options;
    const started = spawn('script', ['-qefc', [...command, ...options].join(' '), join(folder, 'console')], {
      env: { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' },
      stdio: 'ignore',
    });
    terminal = started;
    exited = new Promise((resolve) => started.once('exit', resolve));
    leader = await until(() => findLeader(Number(started.pid)), BOOT_SECONDS, 'a first process in the box');
    const state = await until(
      async () => {
        const { text } = await inBox('systemctl is-system-running');
        return /^(running|degraded)$/.test(text) ? text : undefined;
      },
      BOOT_SECONDS,
      `booted: ${join(folder, 'console')}`,
    );
    await inBox(OWN_KERNEL_NAME);
    return state;
  };

  const powerOff = async (): Promise<void> => {
    if (terminal?.exitCode !== null) return;
    await inBox('systemctl poweroff');
    const timer = setTimeout(() => process.kill(leader, 'SIGKILL'), POWER_OFF_SECONDS * 1000);
    await exited;
    clearTimeout(timer);
  };

  const dispose = async (layer?: string): Promise<void> => {
    await powerOff();
    await run('umount', root);
    if (layer !== undefined) renameSync(upper, layer);
    rmSync(folder, { recursive: true, force: true });
  };

  return {
    root,
    attempt: inBox,
    run: async (line) => {
      const { code, text } = await inBox(line);
      if (code !== 0) throw new Error(`${line}: exit ${code}: ${text}`);
      return text;
    },
    boot,
    reboot: async () => {
      await inBox('systemctl reboot');
      const code = await exited;
      if (code !== REBOOT_EXIT) throw new Error(`the box did not reboot but ended with ${code}`);
      return boot(...lastOptions);
    },
    powerOff,
    dispose: () => dispose(),
    keep: (layer) => dispose(layer),
  };
};

/** The descendant that is process 1 of a namespace of its own. */
const findLeader = (ancestor: number): number | undefined => {
  const parents = new Map<number, number>();
  const first: number[] = [];
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]));
      if (/^NSpid:\t\d+\t1$/m.test(status)) first.push(Number(name));
    } catch {
      // It has ended meanwhile.
    }
  }
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (pid === ancestor || isBelow(parents.get(pid)));
  return first.find(isBelow);
};
