// A machine that is renamed while its disk fails, or the program is killed; and what must hold then.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownNames } from '../../src/host/hosts-file.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { createTracer, type Fault, type FileCall, fileCalls, untilStruck } from './traced-program.ts';

const HOSTS = '# kept\n127.0.0.1\tlocalhost\n127.0.1.1\told nas # mine\n::1 ip6-localhost\n';
const FORMER = { hosts: HOSTS, hostname: 'old\n' };
const RENAMED = { hosts: HOSTS.replace('old', 'new'), hostname: 'new\n' };

const REFUSAL = /^host-name-failed: The host name stays: .+ failed: .+ \(E[A-Z]+\)\.$/;

/** Node's own thread of file calls writes the files; hostile works in the main one, on a scratch file. */
export const THREADS = ['files', 'main'] as const;
export type Thread = (typeof THREADS)[number];

const CHANGE = /^(?!openat.*O_RDONLY)(openat|mkdir|write|pwrite64|ftruncate|fchmod|fchown|fsync|rename|unlink|rmdir)/;

const read = async (root: string) => ({
  hosts: await readFile(join(root, 'etc/hosts'), 'utf8'),
  hostname: await readFile(join(root, 'etc/hostname'), 'utf8'),
});

/** @param program path of the built `rename-host` */
export const createHostNameFaults = (program: string) => {
  const runTraced = createTracer(program);

  const attempt = async (thread: Thread, fault?: { readonly call: FileCall; readonly kind: Fault }) => {
    const root = await temporaryFolder();
    await mkdir(join(root, 'etc'));
    await writeFile(join(root, 'etc/hosts'), FORMER.hosts);
    await writeFile(join(root, 'etc/hostname'), FORMER.hostname);
    const traced = await runTraced({ args: [root], thread, ...(fault && { fault }) });
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
      const withoutOwn = (text: string): string => text.replace(/^127\.0\.1\.1.*# mine$/m, '');
      return [
        ...(result === undefined ? [] : ['the program is alive']),
        ...([FORMER.hostname, RENAMED.hostname].includes(hostname) ? [] : [`the name is ${hostname}`]),
        ...(ownNames(hosts).includes(hostname.trim()) ? [] : [`${hostname} is not among ${ownNames(hosts)}`]),
        ...(withoutOwn(hosts) === withoutOwn(HOSTS) ? [] : [`the hosts are ${hosts}`]),
      ];
    },
  };
};
