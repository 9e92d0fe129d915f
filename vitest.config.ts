import { defineConfig } from 'vitest/config';

const shared = {
  globalSetup: ['test/media/make-media.ts'],
  hookTimeout: 60_000,
  // What is waited for comes later on a busy machine; nothing proves by this that something never comes.
  expect: { poll: { timeout: 30_000 } },
};

const slow = { ...shared, testTimeout: 600_000, fileParallelism: false };

/** What boots a box or cuts its power: it needs root, and a root file system that takes minutes to make. */
const APPLIANCE = ['test/appliance/*.slow.ts', 'test/faults/power-cuts.slow.ts'];

/** What only counts and compares, however long it takes: several files at once. All else measures or looks at a picture that runs. */
const UNHURRIED = [
  'test/fuzz/*.slow.ts',
  'test/talkgroup/*.slow.ts',
  'test/faults/*-faults.slow.ts',
  'test/http/{malformed,memory,places,silence}.slow.ts',
  'test/hyperdeck/{long-list,restart}.slow.ts',
  'test/library/*.slow.ts',
  'test/library/containers/*.slow.ts',
  'test/library/convert/*.slow.ts',
  'test/library/heads/*.slow.ts',
  'test/cli/*.slow.ts',
  'test/cli/boardtest/*.slow.ts',
  'test/e2e/{backup,boardtest,folder-import,interrupted-uploads,refused-start,second-player,unexpected-error}.slow.ts',
  'test/faults/conversion-full-disk.slow.ts',
  'test/library/playability/*.slow.ts',
  'test/mpv/*.slow.ts',
  'test/mpv/measuring/*.slow.ts',
  'test/mpv/decoding/player-contract.slow.ts',
  'test/mpv/decoding/step-down.slow.ts',
  'test/picture/{fit,frame-at-time,page-pictures}.slow.ts',
];

/** Two pages and a HyperDeck client are to agree within some ms. */
const AGREEMENT = 'test/page/agreement.slow.ts';

/** Checksums come after all other work for idle times, of which a busy machine has none. */
const AT_IDLE = 'test/e2e/card-damage.slow.ts';

/** What looks at a screen, or records the sound, while a clip runs. */
const PICTURE = ['test/picture/*.slow.ts', 'test/sound/*.slow.ts', AGREEMENT, AT_IDLE];

/** Nothing that the other tests of the image do not look at as well. */
const IMAGE_QUICK = 'test/image/quick.slow.ts';

export default defineConfig({
  test: {
    // Most of the time is spent waiting for players and sockets; one worker a core leaves the cores idle.
    maxWorkers: 3,
    projects: [
      { test: { ...shared, name: 'quick', include: ['test/**/*.test.ts'], testTimeout: 180_000 } },
      {
        test: {
          ...slow,
          name: 'slow',
          include: ['test/**/*.slow.ts'],
          exclude: ['test/page/**', 'test/image/**', 'test/fleet/**', ...APPLIANCE, ...UNHURRIED, ...PICTURE],
        },
      },
      { test: { ...slow, name: 'slow-picture', include: PICTURE, exclude: UNHURRIED } },
      {
        test: {
          ...slow,
          name: 'slow-unhurried',
          include: UNHURRIED,
          fileParallelism: true,
          testTimeout: 1_200_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...slow,
          name: 'page',
          include: ['test/page/*.slow.ts'],
          exclude: [AGREEMENT],
          fileParallelism: true,
          // A browser and a player each: a third would only wait for the two cores.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...slow,
          name: 'appliance',
          include: APPLIANCE,
          globalSetup: [...shared.globalSetup, 'test/appliance/installed-folder.ts'],
        },
      },
      {
        test: {
          ...slow,
          name: 'image',
          include: ['test/image/*.slow.ts'],
          exclude: [IMAGE_QUICK],
          testTimeout: 3_000_000,
        },
      },
      { test: { ...slow, name: 'image-quick', include: [IMAGE_QUICK], testTimeout: 3_000_000 } },
      { test: { ...slow, name: 'fleet', include: ['test/fleet/*.slow.ts'] } },
    ],
  },
});
