// The whole renaming on a live machine: one with name, files and network announcer of its own (a Linux namespace).
import { execFile, spawnSync } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { buildProgram } from '../programs/build-program.ts';

const run = promisify(execFile);
const canHaveNamespaces = spawnSync('unshare', ['--uts', '--mount', 'true']).status === 0;

const HOSTS = '127.0.0.1\tlocalhost\n127.0.1.1\told # mine\n';

let program = '';
beforeAll(async () => {
  const { path, remove } = await buildProgram('rename-host');
  program = path;
  await chmod(dirname(program), 0o755);
  return remove;
});

/** A machine called old; `avahi` is the script that stands for avahi-set-host-name, `before` runs before the renaming. */
const rename = async (options: { readonly avahi?: string; readonly before?: string } = {}) => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'bin'));
  await writeFile(join(folder, 'hosts'), HOSTS);
  await writeFile(join(folder, 'hostname'), 'old\n');
  await writeFile(join(folder, 'announced'), '');
  if (options.avahi !== undefined)
    await writeFile(join(folder, 'bin/avahi-set-host-name'), `#!/bin/sh\n${options.avahi}\n`, { mode: 0o755 });
  const script = [
    'set -e',
    'mount --bind "$DIR/hosts" /etc/hosts',
    'touch /etc/hostname && mount --bind "$DIR/hostname" /etc/hostname',
    'echo old > /proc/sys/kernel/hostname',
    options.before ?? 'true',
    'PATH="$DIR/bin:$PATH" exec "$NODE" "$PROGRAM" /',
  ].join('\n');
  const env = { ...process.env, DIR: folder, NODE: process.execPath, PROGRAM: program };
  const { stdout } = await run('unshare', ['--uts', '--mount', 'sh', '-c', script], { env });
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  return {
    ...JSON.parse(stdout),
    hosts: await read('hosts'),
    file: await read('hostname'),
    announced: await read('announced'),
  };
};

const former = { hostname: 'old', troubles: [], hosts: HOSTS, file: 'old\n' };
const renamed = { outcome: 'done', hostname: 'new', troubles: [], hosts: HOSTS.replace('old', 'new'), file: 'new\n' };

describe.runIf(canHaveNamespaces)('on a live machine', () => {
  test('files that are mounted one by one, the kernel and the network get the new name', async () => {
    expect(await rename({ avahi: 'echo "$1" >> "$DIR/announced"' })).toEqual({ ...renamed, announced: 'new\n' });
  });

  test('without avahi, or with one that does not run, there is nothing to announce', async () => {
    expect(await rename()).toEqual({ ...renamed, announced: '' });
    const avahi = 'echo "Failed to create client object: Daemon not running" >&2; exit 1';
    expect(await rename({ avahi })).toEqual({ ...renamed, announced: '' });
  });

  test('a kernel that refuses: all is as before, and the step is named', async () => {
    const before = 'touch "$DIR/kernel" && mount --bind "$DIR/kernel" /proc/sys/kernel/hostname';
    expect(await rename({ before })).toEqual({
      ...former,
      outcome: 'host-name-failed: The host name stays: setting the live name failed: the kernel says old.',
      announced: '',
    });
  });

  test('a network that refuses: all is as before, also there', async () => {
    const avahi = 'echo "$1" >> "$DIR/announced"; [ "$1" = old ] || { echo "Timeout" >&2; exit 1; }';
    expect(await rename({ avahi })).toEqual({
      ...former,
      outcome: expect.stringMatching(
        /^host-name-failed: The host name stays: announcing the name on the network failed: .*Timeout\.$/,
      ),
      announced: 'new\nold\n',
    });
  });
});

test.runIf(process.getuid?.() === 0)('without the rights for it, the error says so', async () => {
  const root = await temporaryFolder();
  await mkdir(join(root, 'etc'));
  await chmod(root, 0o755);
  await writeFile(join(root, 'etc/hosts'), HOSTS);
  const { stdout } = await run(process.execPath, [program, root], { uid: 65534, gid: 65534 });
  expect(JSON.parse(stdout).outcome).toBe(
    `host-name-failed: The host name stays: adding the new name to ${root}/etc/hosts failed: CueDeck has no right to do that (EACCES).`,
  );
  expect(await readFile(join(root, 'etc/hosts'), 'utf8')).toBe(HOSTS);
});
