// A machine that is renamed while its disk fails, or the program is killed; and what must hold then.
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownNames } from '../../src/host/hostname/hosts-file.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { createTracer, type Fault, type FileCall, fileCalls, untilStruck } from './traced-program.ts';

const filesOf = (name: string) => ({
  hosts: `# kept\n127.0.0.1\tlocalhost\n127.0.1.1\t${name} nas # mine\n::1 ip6-localhost\n`,
  hostname: `${name}\n`,
});
const RENAMED = filesOf('new');

const REFUSAL = /^host-name-failed: The host name stays: .+ failed: .+ \(E[A-Z]+\)\.$/;

/** Node's own thread of file calls writes the files; hostile works in the main one, on a scratch file. */
export const THREADS = ['files', 'main'] as const;
type Thread = (typeof THREADS)[number];

const CHANGE = /^(?!openat.*O_RDONLY)(openat|mkdir|write|pwrite64|ftruncate|fchmod|fchown|fsync|rename|unlink|rmdir)/;

const read = async (root: string) => ({
  hosts: await readFile(join(root, 'etc/hosts'), 'utf8'),
  hostname: await readFile(join(root, 'etc/hostname'), 'utf8'),
});

/** Files over which others are mounted, as on a read-only root: they can only be written in place. */
const mountOver = (paths: readonly string[]) => {
  for (const path of paths) execFileSync('mount', ['--bind', path, path]);
  return () => {
    for (const path of paths) execFileSync('umount', [path]);
  };
};

/**
 * @param program path of the built `rename-host`
 * @param machine what it is called before, and whether its files are mounted, which takes root
 */
export const createHostNameFaults = (program: string, machine = { name: 'old', isMounted: false }) => {
  const runTraced = createTracer(program);
  const FORMER = filesOf(machine.name);

  const attempt = async (thread: Thread, fault?: { readonly call: FileCall; readonly kind: Fault }) => {
    const root = await temporaryFolder();
    await mkdir(join(root, 'etc'));
    await writeFile(join(root, 'etc/hosts'), FORMER.hosts);
    await writeFile(join(root, 'etc/hostname'), FORMER.hostname);
    const unmount = mountOver(machine.isMounted ? [join(root, 'etc/hosts'), join(root, 'etc/hostname')] : []);
    const traced = await runTraced({ args: [root], thread, ...(fault && { fault }) }).finally(unmount);
    return {
      root,
      traced,
      result: traced.lines[0],
      calls: fileCalls(traced.trace, thread === 'files' ? root : 'cuedeck-hosts-'),
    };
  };

  const run = (...what: Parameters<typeof attempt>) => untilStruck(() => attempt(...what));

  return {
    callsOf: async (thread: Thread) => (await run(thread)).calls,

    /** Those that change what is on disk: to be killed before one that only looks is the same as before the next one. */
    changesOf: async (thread: Thread) => (await run(thread)).calls.filter(({ text }) => CHANGE.test(text)),

    /** What does not hold when a call fails; nothing when all is well. */
    wrongAfterError: async (thread: Thread, call: FileCall, kind: Fault): Promise<readonly string[]> => {
      const { root, result } = await run(thread, { call, kind });
      if (result === undefined) return ['the program is dead'];
      const { outcome, troubles } = JSON.parse(result);
      const files = JSON.stringify(await read(root));
      const names = (await readdir(join(root, 'etc'))).sort().join(' ');
      return [
        ...(outcome === 'done' || REFUSAL.test(outcome) ? [] : [`the outcome is ${outcome}`]),
        ...(files === JSON.stringify(outcome === 'done' ? RENAMED : FORMER) ? [] : [`the files are ${files}`]),
        ...(names === 'hostname hosts' ? [] : [`the folder has ${names}`]),
        ...troubles,
      ];
    },

    /** The same when the program is killed at a call: both files are whole, and the machine finds itself by its name. */
    wrongAfterEnd: async (thread: Thread, call: FileCall): Promise<readonly string[]> => {
      const { root, result } = await run(thread, { call, kind: 'end' });
      const { hosts, hostname } = await read(root);
      // Empty lines at the end mean nothing in either file.
      const withoutOwn = (text: string): string => text.replace(/^127\.0\.1\.1.*# mine$/m, '').trimEnd();
      return [
        ...(result === undefined ? [] : ['the program is alive']),
        ...([FORMER.hostname, RENAMED.hostname].includes(`${hostname.trimEnd()}\n`) ? [] : [`the name is ${hostname}`]),
        ...(ownNames(hosts).includes(hostname.trim()) ? [] : [`${hostname} is not among ${ownNames(hosts)}`]),
        ...(withoutOwn(hosts) === withoutOwn(FORMER.hosts) ? [] : [`the hosts are ${hosts}`]),
      ];
    },
  };
};
