// A disk that gets full at each step of a conversion: the clip has its original or the result, and nothing is left over.
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, truncateSync, writeSync } from 'node:fs';
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openClipStore } from '../../src/library/clip-store.ts';
import { Conversions } from '../../src/library/convert/conversions.ts';
import { EVERY_BOARD } from '../../src/library/convert/target.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';
import { filesOf } from '../library/library-under-test.ts';
import { media } from '../media/media.ts';

const ROOT = `/tmp/cuedeck-full-conversion-${process.pid}`;
const mount = (): boolean => {
  execFileSync('mkdir', ['-p', ROOT]);
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=80m', 'tmpfs', ROOT]).status === 0;
};
const unmount = () => spawnSync('sh', ['-c', `umount ${ROOT}; rmdir ${ROOT}`]);

const canMount = mount();
unmount();

const FILLER = join(ROOT, 'filler');

/** Writes until there is no block left. */
const fill = (): void => {
  const file = openSync(FILLER, 'w');
  try {
    for (const size of [1024 * 1024, 4096]) {
      try {
        for (;;) if (writeSync(file, Buffer.alloc(size)) < size) break;
      } catch {
        // Full for this size.
      }
    }
  } finally {
    closeSync(file);
  }
};

const open = async (folder: string) => {
  const store = await openClipStore({
    clipsDir: join(folder, 'clips'),
    stateDir: join(folder, 'var'),
    splashPath: '/splash.png',
    systemPictures: [],
    log: createRecordingLog(),
  });
  await store.reconcile({ onFound: () => undefined, signal: new AbortController().signal });
  return store;
};

describe.runIf(canMount)('a disk that gets full', () => {
  beforeAll(() => void mount());
  afterAll(() => void unmount());

  const STEPS = [
    ...(['waiting', 'converting', 'checking', 'ready'] as const).map((step) => ({ step, what: '' })),
    { step: 'checking', what: 'with its last writes lost' },
  ] as const;
  test.for(STEPS)('while a conversion is $step $what', async ({ step, what }) => {
    const folder = join(ROOT, `${step}${what.length}`);
    const clipsDir = join(folder, 'clips');
    mkdirSync(clipsDir, { recursive: true });
    await copyFile(media('long-gop-25.ts'), join(clipsDir, 'a.ts'));
    const store = await open(folder);
    const conversions = new Conversions({
      ...{ store, clipsDir, log: createRecordingLog(), target: () => EVERY_BOARD, priority: 'normal' },
      ...{ isBusy: () => false, mayReplace: () => true, onReplaced: () => undefined },
    });
    const id = store.document().clips[1]?.id ?? '';
    let isFull = false;
    conversions.subscribe(() => {
      if (isFull || conversions.of(id)?.state !== step) return;
      isFull = true;
      fill();
      // ffmpeg ends with 0 all the same.
      if (what !== '')
        for (const name of readdirSync(clipsDir)) if (name !== 'a.ts') truncateSync(join(clipsDir, name), 4096);
    });
    await conversions.start(id);
    await vi.waitFor(() => expect(conversions.of(id)?.state).toBe('failed'), { timeout: 60_000 });
    expect(conversions.of(id)?.message).toMatch(/ is (almost )?full|cannot be converted: up to/);
    await conversions.dispose();
    expect([filesOf(store.document()), await readdir(clipsDir)]).toEqual([['a.ts'], ['a.ts']]);
    rmSync(FILLER);
    expect(filesOf((await open(folder)).document())).toEqual(['a.ts']);
  });
});
