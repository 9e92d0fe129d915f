// A disk that is really full: a small file system in memory.
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFile, mkdir, open, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clipAt } from '../../src/deck/clips/clip-list.ts';
import { createHostNameSetter } from '../../src/host/hostname/host-name-setter.ts';
import { openClipStore } from '../../src/library/clip-store.ts';
import { createUploadStaging } from '../../src/library/upload-staging.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';
import { filesOf, PROBED } from '../library/library-under-test.ts';
import { media } from '../media/media.ts';

const ROOT = `/tmp/cuedeck-full-disk-${process.pid}`;
const mount = () => {
  execFileSync('mkdir', ['-p', ROOT]);
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', ROOT]).status === 0;
};
const unmount = () => spawnSync('sh', ['-c', `umount ${ROOT}; rmdir ${ROOT}`]);

const canMount = mount();
unmount();

const log = createRecordingLog();
const openLibrary = () =>
  openClipStore({
    clipsDir: join(ROOT, 'clips'),
    stateDir: join(ROOT, 'var'),
    splashPath: '/splash.png',
    systemPictures: [],
    log,
  });

/** Writes until there is no block left. */
const fill = async (): Promise<void> => {
  const file = await open(join(ROOT, 'filler'), 'w');
  try {
    for (;;) await file.write(Buffer.alloc(4096));
  } catch {
    await file.close();
  }
};

describe.runIf(canMount)('a full disk', () => {
  beforeAll(() => {
    mount();
    return () => unmount();
  });
  beforeEach(async () => {
    for (const name of await readdir(ROOT)) await rm(join(ROOT, name), { recursive: true });
  });
  afterAll(unmount);

  const createFullLibrary = async () => {
    const store = await openLibrary();
    for (const fileName of ['a.png', 'b.png']) {
      const temporaryPath = join(ROOT, 'clips/.upload-1');
      await copyFile(media('still.png'), temporaryPath);
      await store.add({ temporaryPath, fileName, probed: PROBED });
    }
    await fill();
    return store;
  };

  test('an edit that does not fit is refused, and nothing changes', async () => {
    const store = await createFullLibrary();
    const before = store.document();
    const edit = store.update(({ clips, settings }) => ({
      clips,
      settings: { ...settings, lastClipId: 'x'.repeat(30_000) },
    }));
    await expect(edit).rejects.toMatchObject({
      code: 'no-space',
      message: 'Could not save the clip list: the disk is full (ENOSPC).',
    });
    expect([store.document(), (await openLibrary()).document()]).toEqual([before, before]);
  });

  test('a clip can be deleted all the same, which gives its room back', async () => {
    const store = await createFullLibrary();
    const after = await store.remove((clips) => clipAt(clips, 1));
    expect(filesOf(after)).toEqual(['b.png']);
    expect((await openLibrary()).document()).toEqual(after);
    expect((await statfs(ROOT)).bavail).toBeGreaterThan(0);
  });

  test('there is no room for an upload', async () => {
    await createFullLibrary();
    expect((await createUploadStaging({ clipsDir: join(ROOT, 'clips') }).room()).freeBytes).toBeLessThanOrEqual(0);
  });

  test('the host name stays, and both files are whole', async () => {
    await mkdir(join(ROOT, 'etc'));
    await writeFile(join(ROOT, 'etc/hosts'), '127.0.1.1 old\n');
    await writeFile(join(ROOT, 'etc/hostname'), 'old\n');
    await fill();
    await expect(createHostNameSetter({ hostRoot: ROOT, log }).apply('new')).rejects.toMatchObject({
      message: `The host name stays: adding the new name to ${ROOT}/etc/hosts failed: the disk is full (ENOSPC).`,
    });
    expect((await readdir(join(ROOT, 'etc'))).sort()).toEqual(['hostname', 'hosts']);
    expect(execFileSync('cat', [join(ROOT, 'etc/hosts'), join(ROOT, 'etc/hostname')], { encoding: 'utf8' })).toBe(
      '127.0.1.1 old\nold\n',
    );
  });
});
