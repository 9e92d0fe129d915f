import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createHostNameSetter } from '../../../src/host/hostname/host-name-setter.ts';
import { createRecordingLog } from '../../fakes/recording-log.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const HOSTS = '# kept\n127.0.0.1\tlocalhost\n127.0.1.1\told # mine\n\n::1 ip6-localhost\n';

/** A folder that stands for a machine called old. */
const createRoot = async (files: Readonly<Record<string, string>> = { hosts: HOSTS, hostname: 'old\n' }) => {
  const hostRoot = await temporaryFolder();
  const etc = join(hostRoot, 'etc');
  await mkdir(etc);
  for (const [name, text] of Object.entries(files)) await writeFile(join(etc, name), text);
  const log = createRecordingLog();
  return {
    etc,
    log,
    setter: createHostNameSetter({ hostRoot, log }),
    /** Every file there is, with its text. */
    files: async () =>
      Object.fromEntries(
        await Promise.all((await readdir(etc)).map(async (name) => [name, await readFile(join(etc, name), 'utf8')])),
      ),
  };
};

test('a new name is in both files, and all else stays', async () => {
  const { setter, files } = await createRoot();
  const live = hostname();
  await setter.apply('new');
  expect(await files()).toEqual({ hosts: HOSTS.replace('old', 'new'), hostname: 'new\n' });
  expect([await setter.current(), hostname()]).toEqual(['new', live]);
});

test('files that are not there yet are made', async () => {
  const { setter, files } = await createRoot({});
  expect(await setter.current()).toBe('cuedeck');
  await setter.apply('new');
  expect(await files()).toEqual({ hosts: '127.0.1.1\tnew\n', hostname: 'new\n' });
});

test('mode and owner of the files stay', async () => {
  const { setter, etc } = await createRoot();
  await chmod(join(etc, 'hosts'), 0o640);
  if (process.getuid?.() === 0) await chown(join(etc, 'hosts'), 12, 34);
  const before = await stat(join(etc, 'hosts'));
  await setter.apply('new');
  const after = await stat(join(etc, 'hosts'));
  expect([after.mode, after.uid, after.gid]).toEqual([before.mode, before.uid, before.gid]);
});

test('a file that is a link to the data partition stays a link', async () => {
  const { setter, etc } = await createRoot({ hosts: HOSTS });
  const target = join(await temporaryFolder(), 'hostname');
  await writeFile(target, 'old\n');
  await symlink(target, join(etc, 'hostname'));
  await setter.apply('new');
  expect([await readlink(join(etc, 'hostname')), await readFile(target, 'utf8')]).toEqual([target, 'new\n']);
});

test('the name it has already is no work', async () => {
  const { setter, etc } = await createRoot();
  await setter.apply('new');
  const before = await stat(join(etc, 'hosts'));
  await setter.apply('new');
  expect((await stat(join(etc, 'hosts'))).ino).toBe(before.ino);
});

test('when a later step fails, the earlier ones are undone, and the error names the step', async () => {
  const { setter, etc, files } = await createRoot({ hosts: HOSTS });
  await mkdir(join(etc, '.hostname.cuedeck', 'in the way'), { recursive: true });
  await expect(setter.apply('new')).rejects.toMatchObject({
    code: 'host-name-failed',
    message: expect.stringMatching(/^The host name stays: writing \/.*\/etc\/hostname failed: .+\.$/),
  });
  execFileSync('rm', ['-r', join(etc, '.hostname.cuedeck')]);
  expect(await files()).toEqual({ hosts: HOSTS });
});

test('a machine whose files are not there says so', async () => {
  const setter = createHostNameSetter({ hostRoot: '/nowhere', log: createRecordingLog() });
  await expect(setter.apply('new')).rejects.toMatchObject({
    code: 'host-name-failed',
    message: 'The host name stays: adding the new name to /nowhere/etc/hosts failed: it is not there (ENOENT).',
  });
});
