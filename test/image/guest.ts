// A PC of QEMU's that boots a card: no KVM, so a minute to the first answer. Its screen, page and SSH as an owner reaches them.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { attempt, type Outcome, until } from '../appliance/command.ts';
import { createClient } from '../e2e/client.ts';
import type { Picture } from './picture.ts';
import { type Monitor, openMonitor } from './qmp.ts';

export const SCREEN = { width: 1280, height: 720 } as const;
/** Debian 13 has these only. */
const FIRMWARE = '/usr/share/OVMF';
/** Only what hangs is ended by it. Measured: 40 to 70 s on an idle machine of two cores, over 300 s at a load of ten. */
const BOOT_TIMEOUT_SECONDS = 900;
const COMMAND_TIMEOUT_SECONDS = 300;
const ANSWER_TIMEOUT_SECONDS = 120;

export interface Guest {
  readonly url: string;
  readonly client: ReturnType<typeof createClient>;
  screen(): Promise<Picture>;
  /** Resolves when the player answers, to the seconds since power-on. */
  whenServing(seconds?: number): Promise<number>;
  /** As root over SSH. */
  attempt(command: string, seconds?: number): Promise<Outcome>;
  /** @throws Error with what it wrote when it fails */
  run(command: string, seconds?: number): Promise<string>;
  /** Takes a file to it by scp. @throws Error with what scp wrote when it fails */
  copy(file: string, to: string): Promise<void>;
  /** Starts a command over SSH and gives its output as it comes. */
  start(command: string): ChildProcess;
  /** What the kernel and systemd wrote to the serial line. */
  serial(): string;
  /** Pulls the plug. */
  cutPower(): Promise<void>;
  /** Switches it off in order. */
  powerOff(): Promise<void>;
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject(address)));
    });
  });

/** An SSH key pair of the owner's; resolves to the line of the public one. */
export const createKey = (folder: string): string => {
  const path = join(folder, 'id_ed25519');
  if (!existsSync(path)) execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'owner@pc', '-f', path]);
  return readFileSync(`${path}.pub`, 'utf8').trim();
};

/**
 * @param parts.folder has the owner's key, and takes sockets and logs
 * @param parts.machine program and arguments of the machine, its disk included
 * @param parts.network the network card, on the net "lan"
 */
export const startGuest = async (parts: {
  readonly folder: string;
  readonly machine: readonly string[];
  readonly network: string;
}): Promise<Guest> => {
  const { folder, machine } = parts;
  const [http, ssh] = [await freePort(), await freePort()];
  const socket = join(folder, 'qmp');
  const serialFile = join(folder, 'serial.log');
  const [program = '', ...args] = machine;
  const startedAt = performance.now();
  // It ends with the test run, however that ends.
  const qemu = spawn(
    'setpriv',
    [
      ...['--pdeathsig', 'KILL', program, ...args],
      ...['-netdev', `user,id=lan,hostfwd=tcp:127.0.0.1:${http}-:80,hostfwd=tcp:127.0.0.1:${ssh}-:22`],
      ...['-device', parts.network],
      ...['-display', 'none', '-qmp', `unix:${socket},server=on,wait=off`, '-serial', `file:${serialFile}`],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let words = '';
  qemu.stderr?.on('data', (data) => {
    words += data;
  });
  const ended = new Promise<void>((resolve) => qemu.once('exit', () => resolve()));
  const isRunning = (): boolean => qemu.exitCode === null && qemu.signalCode === null;
  const monitor: Monitor = await openMonitor(socket).catch((error) => {
    throw new Error(`${error}: ${words}`);
  });
  const url = `http://127.0.0.1:${http}`;
  const client = createClient(url, ANSWER_TIMEOUT_SECONDS);
  const options = [
    ...['-i', join(folder, 'id_ed25519'), '-o', `Port=${ssh}`, '-o', 'IdentitiesOnly=yes', '-o', 'BatchMode=yes'],
    ...['-o', 'StrictHostKeyChecking=no', '-o', 'UserKnownHostsFile=/dev/null', '-o', 'LogLevel=ERROR'],
    ...['-o', 'ConnectTimeout=120'],
  ];
  const sshArguments = [...options, 'root@127.0.0.1'];
  const run = (command: string, seconds = COMMAND_TIMEOUT_SECONDS): Promise<Outcome> =>
    attempt('ssh', [...sshArguments, command], seconds);
  return {
    url,
    client,
    screen: () => monitor.screen(),
    whenServing: async (seconds = BOOT_TIMEOUT_SECONDS) => {
      await until(
        async () => {
          if (!isRunning()) throw new Error(`QEMU ended: ${words}`);
          const answer = await fetch(`${url}/status`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined);
          return answer?.ok || answer?.status === 401 ? true : undefined;
        },
        seconds,
        'an answer of the player',
      );
      return (performance.now() - startedAt) / 1000;
    },
    attempt: run,
    run: async (command, seconds) => {
      const { code, text } = await run(command, seconds);
      if (code !== 0) throw new Error(`${command}: exit ${code}: ${text}`);
      return text;
    },
    copy: async (file, to) => {
      const { code, text } = await attempt('scp', [...options, file, `root@127.0.0.1:${to}`]);
      if (code !== 0) throw new Error(`scp ${file}: exit ${code}: ${text}`);
    },
    start: (command) => spawn('ssh', [...sshArguments, command], { stdio: ['ignore', 'pipe', 'inherit'] }),
    serial: () => readFileSync(serialFile, 'latin1'),
    cutPower: async () => {
      qemu.kill('SIGKILL');
      await ended;
      monitor.close();
    },
    powerOff: async () => {
      await run('systemctl poweroff').catch(() => undefined);
      const late = setTimeout(() => qemu.kill('SIGKILL'), 60_000);
      await ended;
      clearTimeout(late);
      monitor.close();
    },
  };
};

/** A PC with UEFI and a screen by virtio; a CPU that runs fast without KVM. */
export const startPc = (folder: string, disk: string): Promise<Guest> => {
  const variables = join(folder, 'firmware-variables');
  copyFileSync(join(FIRMWARE, 'OVMF_VARS_4M.fd'), variables);
  return startGuest({
    folder,
    machine: [
      ...['qemu-system-x86_64', '-M', 'q35,hpet=off', '-cpu', 'Nehalem', '-smp', '2', '-m', '1024'],
      ...['-accel', 'tcg,thread=multi', '-nodefaults'],
      ...['-drive', `if=pflash,format=raw,readonly=on,file=${join(FIRMWARE, 'OVMF_CODE_4M.fd')}`],
      ...['-drive', `if=pflash,format=raw,file=${variables}`],
      ...['-drive', `file=${disk},format=raw,if=virtio,cache=writeback`],
      ...['-device', `virtio-vga,xres=${SCREEN.width},yres=${SCREEN.height}`, '-device', 'virtio-rng-pci'],
    ],
    network: 'virtio-net-pci,netdev=lan',
  });
};
