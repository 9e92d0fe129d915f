// What `cuedeck backup` takes, `cuedeck restore` brings back to the byte, or changes nothing.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { greetedClient } from '../hyperdeck/wire-client.ts';
import { media } from '../media/media.ts';
import { createClient } from './client.ts';
import { CUEDECK, createCuedeck, refused, runCuedeck, toPlayerSettings } from './cuedeck.ts';
import { createDaemonFolder, type Daemon, startDaemon } from './daemon.ts';

const LONG = `${'日'.repeat(80)}.mp4`;
const ODD = '$(reboot) "it\'s" 100%.mp4';
const NO_ONE = 'http://127.0.0.1:9';
const AT_NEXT_START = 'The player does not run; it takes effect at its next start.';

let source: Daemon;
let full: Buffer;
let before: { readonly list: string; readonly files: Readonly<Record<string, string>> };

const toSum = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

/** Names in the clips folder with the sums of their contents. */
const contentsOf = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(join(folder, 'clips'))
      .sort()
      .map((name) => [name, toSum(join(folder, 'clips', name))]),
  );
const listOf = (folder: string): string => readFileSync(join(folder, 'state/clips.json'), 'utf8');

beforeAll(async () => {
  source = await startDaemon();
  const cuedeck = createCuedeck(source);
  copyFileSync(media('numbered-25.mp4'), join(source.folder, LONG));
  copyFileSync(media('short-25.mp4'), join(source.folder, ODD));
  await cuedeck('upload', LONG, ODD, media('still.png'));
  await cuedeck('edit', '1', '--name', 'Intro', '--start', '2', '--end', '8', '--loop', 'on');
  const made = await cuedeck('backup', 'show.tar', '--clips');
  expect(made.out).toMatch(/^Backup in show\.tar: settings, 3 clips in the list, 3 files with \d+\.\d kB\.\n$/);
  full = readFileSync(join(source.folder, 'show.tar'));
  before = { list: listOf(source.folder), files: contentsOf(source.folder) };
});
afterAll(() => source.dispose());

/** A device of its own with one clip, whose player does not run. */
const createDevice = () => {
  const folder = createDaemonFolder();
  writeFileSync(join(folder, 'show.tar'), full);
  return {
    folder,
    cuedeck: createCuedeck({ folder, url: NO_ONE }),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
};

/** A start of the player that lasts until it has this many clips in its list. */
const startAndStop = async (folder: string, count: number): Promise<readonly string[]> => {
  const daemon = await startDaemon({ folder });
  await createClient(daemon.url).when(({ CLIPS }) => CLIPS.length === count + 1);
  await daemon.end();
  return daemon.lines;
};

test('a backup is a tar archive that any tar unpacks, with each clip to the byte', () => {
  const folder = join(source.folder, 'unpacked');
  mkdirSync(folder);
  execFileSync('tar', ['-xf', join(source.folder, 'show.tar'), '-C', folder]);
  expect(readdirSync(folder).sort()).toEqual(['checksums.json', 'clips', 'cuedeck-backup.json']);
  expect(contentsOf(folder)).toEqual(before.files);
});

test('backup, wipe, restore: the same list and the same bytes', async () => {
  const device = createDevice();
  try {
    const { code, out } = await device.cuedeck('restore', 'show.tar');
    expect([code, out.split('\n').slice(1)]).toEqual([0, [AT_NEXT_START, '']]);
    expect(out).toMatch(/^Restored 3 clips, 3 with their files, from the backup of .+, \d{4}-.+Z\.\n/);
    expect(await startAndStop(device.folder, 3)).toContain('Restored the clip list from a backup: 3 clips.');
    expect(listOf(device.folder)).toBe(before.list);
    expect(contentsOf(device.folder)).toEqual(before.files);
    expect(readdirSync(join(device.folder, 'state')).filter((name) => name.includes('restore'))).toEqual([]);
  } finally {
    device.dispose();
  }
}, 30_000);

test('what HyperDeck clients have set comes back with the list, and goes where the backup is of a player without', async () => {
  const device = createDevice();
  /** Starts the player of a folder for one HyperDeck client, which says this and then hears these. */
  const talk = async (folder: string, said: readonly string[], asked: readonly string[]) => {
    const daemon = await startDaemon({ folder, environment: { CUEDECK_HYPERDECK_PORT: '0' } });
    const port = Number((await daemon.line(/^listening hyperdeck /)).split(':').at(-1));
    const client = await greetedClient(port);
    for (const request of said) expect([request, await client.say(request)]).toEqual([request, '200 ok']);
    const heard: unknown[] = [];
    for (const request of asked) heard.push((await client.ask(request)).lines);
    await daemon.end();
    return heard;
  };
  const asked = ['clips get', 'play option', 'remote'];
  try {
    await device.cuedeck('restore', 'show.tar');
    await startAndStop(device.folder, 3);
    const said = ['clips remove: clip id: 2', 'play option: stop mode: black', 'remote: enable: false'];
    const [, ...set] = await talk(device.folder, said, asked);
    await device.cuedeck('backup', 'set.tar');

    await device.cuedeck('restore', 'show.tar');
    const [clips, ...others] = await talk(device.folder, [], asked);
    expect([clips, others]).toEqual([
      expect.arrayContaining(['clip count: 3']),
      [['stop mode: lastframe'], ['enabled: true', 'override: false']],
    ]);

    await device.cuedeck('restore', 'set.tar');
    // The timeline is made anew at power-on, as a deck does.
    expect(await talk(device.folder, [], asked)).toEqual([clips, ...set]);
  } finally {
    device.dispose();
  }
}, 60_000);

test('through pipes, gzipped on the way, onto a device that has some of the clips already and others of its own', async () => {
  const device = createDevice();
  try {
    copyFileSync(media('numbered-25.mp4'), join(device.folder, 'clips', LONG));
    copyFileSync(media('still.jpg'), join(device.folder, 'clips', 'still.png'));
    const piped = await runCuedeck(['backup', '--clips', '-'], {
      environment: toPlayerSettings(source.folder, source.url),
    });
    expect([piped.code, piped.err]).toEqual([0, expect.stringMatching(/^Backup in -: /)]);
    const { code } = await runCuedeck(['restore', '-', '--json'], {
      environment: toPlayerSettings(device.folder, NO_ONE),
      input: gzipSync(full),
    });
    expect(code).toBe(0);
    await startAndStop(device.folder, 4);
    expect(contentsOf(device.folder)).toEqual({
      ...before.files,
      'still (2).png': toSum(media('still.jpg')),
    });
    const files = JSON.parse(listOf(device.folder)).clips.map(({ file }: { file: string }) => file);
    expect(files.slice(1)).toEqual([LONG, ODD, 'still.png', 'still (2).png']);
  } finally {
    device.dispose();
  }
}, 30_000);

test('list and settings alone come back too, and the files that are not there are named', async () => {
  const device = createDevice();
  try {
    await createCuedeck(source)('backup', 'list.tar');
    const { code, out } = await device.cuedeck('restore', join(source.folder, 'list.tar'));
    expect([code, out.split('\n').slice(1)]).toEqual([
      0,
      [LONG, ODD, 'still.png'].map((file) => `Its file is not on the device: ${file}`).concat(AT_NEXT_START, ''),
    ]);
    await startAndStop(device.folder, 3);
    expect(listOf(device.folder)).toBe(before.list);
  } finally {
    device.dispose();
  }
}, 30_000);

test('a backup never replaces a file unasked, nor leaves half of one', async () => {
  const cuedeck = createCuedeck(source);
  writeFileSync(join(source.folder, 'mine.tar'), 'mine');
  expect(await cuedeck('backup', 'mine.tar')).toEqual(
    refused(1, 'mine.tar already exists. Choose another name, or overwrite it with --force.'),
  );
  expect((await cuedeck('backup', 'mine.tar', '--force')).code).toBe(0);
  expect(await cuedeck('backup', 'nowhere/x.tar')).toEqual(
    refused(1, 'nowhere/x.tar cannot be written: it is not there (ENOENT). Name a file in another folder.'),
  );
  expect(readdirSync(source.folder).filter((name) => name.includes('part'))).toEqual([]);
});

test('a reader that stops early ends the backup without success', () => {
  const device = createDevice();
  try {
    copyFileSync(join(source.folder, 'state/clips.json'), join(device.folder, 'state/clips.json'));
    // More than a pipe holds: it cannot be written before the reader has gone.
    writeFileSync(join(device.folder, 'clips', LONG), Buffer.alloc(1024 ** 2));
    const shell = `"${CUEDECK}" backup --clips - | head -c 600 > /dev/null; echo "\${PIPESTATUS[0]}"`;
    const environment = { ...process.env, ...toPlayerSettings(device.folder, NO_ONE) };
    expect(execFileSync('bash', ['-c', shell], { env: environment, encoding: 'utf8', stdio: 'pipe' })).toBe('1\n');
  } finally {
    device.dispose();
  }
}, 30_000);

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a backup that %s ends leaves nothing behind',
  async (signal) => {
    const device = createDevice();
    const partsOf = () => readdirSync(device.folder).filter((name) => name.endsWith('.part'));
    try {
      copyFileSync(join(source.folder, 'state/clips.json'), join(device.folder, 'state/clips.json'));
      // A clip that takes its time, and no room.
      writeFileSync(join(device.folder, 'clips', LONG), '');
      truncateSync(join(device.folder, 'clips', LONG), 2 * 1024 ** 3);
      const child = spawn(CUEDECK, ['backup', '--clips', 'large.tar'], {
        cwd: device.folder,
        env: { ...process.env, ...toPlayerSettings(device.folder, NO_ONE) },
        stdio: 'ignore',
      });
      const ended = once(child, 'exit');
      await expect.poll(partsOf, { interval: 10 }).toHaveLength(1);
      child.kill(signal);
      expect(await ended).toEqual([null, signal]);
      expect([partsOf(), existsSync(join(device.folder, 'large.tar'))]).toEqual([[], false]);
    } finally {
      device.dispose();
    }
  },
  30_000,
);

const FOREIGN = 'This is no CueDeck backup. Nothing was changed; name a file that `cuedeck backup` wrote.';
const broken = (why: string): string => `The backup is broken: ${why}. Nothing was changed; use another copy of it.`;

/** The archive with one word of its description replaced by another of the same length. */
const withWords = (from: string, to: string): Buffer => {
  const at = full.indexOf(from);
  return Buffer.concat([full.subarray(0, at), Buffer.from(to), full.subarray(at + Buffer.byteLength(from))]);
};

describe('refused, with nothing changed', () => {
  const device = { current: createDaemonFolder() };
  afterAll(() => rmSync(device.current, { recursive: true, force: true }));

  const flipped = (): Buffer => {
    const copy = Buffer.from(full);
    const at = copy.indexOf('ftyp') + 100;
    copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
    return copy;
  };
  test.each([
    ['an empty file', () => Buffer.alloc(0), FOREIGN],
    ['zeros', () => Buffer.alloc(5000), FOREIGN],
    ['a picture', () => readFileSync(media('still.png')), FOREIGN],
    [
      'another tar archive',
      () => execFileSync('tar', ['-cf', '-', 'LICENSE'], { stdio: ['ignore', 'pipe', 'inherit'] }),
      FOREIGN,
    ],
    ['one cut in its description', () => full.subarray(0, 700), FOREIGN],
    ['one cut between two clips', () => full.subarray(0, full.indexOf('checksums.json')), broken('it ends too early')],
    ['a clip with one wrong bit', flipped, broken(`${LONG} is damaged`)],
    [
      'one that leads out of the clips folder',
      () => withWords('"file":"still.png"', '"file":"../ll.png"'),
      broken('the clip list is not of its form: clip 3 has no bare file name'),
    ],
    [
      'one of a newer CueDeck',
      () => withWords('"version":1', '"version":9'),
      'The backup is of another CueDeck. Nothing was changed; update this one first.',
    ],
  ])('%s', async (_what, toArchive, line) => {
    const outcome = await runCuedeck(['restore', '-'], {
      environment: toPlayerSettings(device.current, NO_ONE),
      input: toArchive(),
    });
    expect(outcome).toEqual(refused(1, line));
    expect([contentsOf(device.current), readdirSync(join(device.current, 'state'))]).toEqual([{}, []]);
  });

  test('one that is cut within a clip', async () => {
    const outcome = await runCuedeck(['restore', '-'], {
      environment: toPlayerSettings(device.current, NO_ONE),
      input: full.subarray(0, full.indexOf('ftyp') + 300),
    });
    expect([outcome.code, outcome.out]).toEqual([1, '']);
    expect(outcome.err).toMatch(/^The backup is broken: .+\. Nothing was changed; use another copy of it\.\n$/);
    expect([contentsOf(device.current), readdirSync(join(device.current, 'state'))]).toEqual([{}, []]);
  });
});

test('a kill in the middle leaves the old list, and the next start clears away what was unpacked', async () => {
  const folder = createDaemonFolder();
  try {
    copyFileSync(media('still.jpg'), join(folder, 'clips/old.jpg'));
    await startAndStop(folder, 1);
    const old = listOf(folder);
    const child = spawn(CUEDECK, ['restore', '-'], {
      env: { ...process.env, ...toPlayerSettings(folder, NO_ONE) },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.stdin.on('error', () => undefined);
    child.stdin.write(full.subarray(0, full.length - 4000));
    const latest = performance.now() + 15_000;
    while (!readdirSync(join(folder, 'clips')).some((name) => name.startsWith('.restore-'))) {
      expect(performance.now()).toBeLessThan(latest);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
    await startAndStop(folder, 1);
    expect([listOf(folder), readdirSync(join(folder, 'clips')), existsSync(join(folder, 'state/clips.json'))]).toEqual([
      old,
      ['old.jpg'],
      true,
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 40_000);

test('two restores at once: one of them holds as a whole', async () => {
  const device = createDevice();
  try {
    const outcomes = await Promise.all([device.cuedeck('restore', 'show.tar'), device.cuedeck('restore', 'show.tar')]);
    expect(outcomes.map(({ code, err }) => [code, err])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    await startAndStop(device.folder, 3);
    expect([listOf(device.folder), contentsOf(device.folder)]).toEqual([before.list, before.files]);
  } finally {
    device.dispose();
  }
}, 40_000);
