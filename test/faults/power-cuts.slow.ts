// Power cuts on a real file system in the middle of uploads, edits, deletions and renamings: what was answered holds,
// what was under way is there whole or not at all.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ownNames } from '../../src/host/hostname/hosts-file.ts';
import { run } from '../appliance/command.ts';
import { canBoot } from '../appliance/needs.ts';
import { type Answer, type Client, createClient } from '../e2e/client.ts';
import { type Daemon, startDaemon } from '../e2e/daemon.ts';
import { createRandom } from '../fuzz/random.ts';
import { media } from '../media/media.ts';
import { createDisk } from './power-cut-disk.ts';

const CUTS = 200;
/** Disks, each with a daemon of its own: most of a cut's time is spent waiting. */
const DISKS = 3;
/** Only what hangs is given up. */
const START_SECONDS = 90;
const ANSWER_TIMEOUT_SECONDS = 120;
const MAX_BEFORE_CUT = 3;
const MAX_CLIPS = 6;
const KINDS = ['upload', 'edit', 'rename', 'delete'] as const;
const SOURCES = ['short-25.mp4', 'numbered-25-sound.mp4', 'long-gop-25.mp4'] as const;

interface Entry {
  readonly file: string;
  readonly name: string;
  readonly source: (typeof SOURCES)[number];
}
interface Model {
  readonly entries: readonly Entry[];
  readonly hostName: string;
}
type Kind = (typeof KINDS)[number];
interface Operation {
  readonly kind: Kind;
  readonly request: (client: Client) => Promise<Answer>;
  readonly after: Model;
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

interface Counts {
  readonly answered: number;
  readonly underWay: number;
  readonly happened: number;
}

/** So many cuts on a disk of its own. */
const cutThrough = async (
  seed: number,
  cuts: number,
  whenDone: (clean: () => Promise<void>) => void,
): Promise<Counts> => {
  const random = createRandom(seed);
  const pick = (below: number): number => random.int(Math.max(1, Math.ceil(below)));
  let number = 0;

  const toOperation = (model: Model): Operation => {
    const { entries } = model;
    number += 1;
    const index = pick(entries.length);
    const kind = entries.length < 2 ? 'upload' : entries.length >= MAX_CLIPS ? 'delete' : random.pick(KINDS);
    switch (kind) {
      case 'upload': {
        const source = random.pick(SOURCES);
        const file = `clip-${number}.mp4`;
        return {
          kind,
          request: (client) => client.upload(media(source), file),
          after: { ...model, entries: [...entries, { file, name: file, source }] },
        };
      }
      case 'edit': {
        const edit = { name: `edit-${number}`, startat: 0, endat: 0.5, loop: false };
        return {
          kind,
          request: (client) => client.get('/update_clip', { id: index + 1, ...edit }),
          after: {
            ...model,
            entries: entries.map((entry, at) => (at === index ? { ...entry, name: edit.name } : entry)),
          },
        };
      }
      case 'rename': {
        const hostName = `box-${number}`;
        return {
          kind,
          request: (client) => client.get('/update_host', { hostname: hostName }),
          after: { ...model, hostName },
        };
      }
      case 'delete':
        return {
          kind,
          request: (client) => client.get('/delete', { id: index + 1 }),
          after: { ...model, entries: entries.filter((_, at) => at !== index) },
        };
    }
  };

  const disk = await createDisk();
  const runtimeDir = mkdtempSync(join(tmpdir(), 'cuedeck-run-'));
  // At idle priority a busy machine does not even let what is killed die, and it would hold the disk.
  writeFileSync(join(runtimeDir, 'chrt'), '#!/bin/sh\n', { mode: 0o755 });
  let end: () => Promise<void> = async () => undefined;
  whenDone(async () => {
    await end();
    await disk.dispose();
    rmSync(runtimeDir, { recursive: true, force: true });
  });
  for (const part of ['clips', 'state', 'root/etc']) mkdirSync(join(disk.path, part), { recursive: true });
  writeFileSync(join(disk.path, 'root/etc/hostname'), 'cuedeck\n');
  writeFileSync(join(disk.path, 'root/etc/hosts'), '127.0.0.1 localhost\n127.0.1.1 cuedeck\n');
  await run('sync', '--file-system', disk.path);

  /** A start of the daemon; resolves when it has taken in the files it found. */
  const start = async (): Promise<{ readonly daemon: Daemon; readonly client: Client }> => {
    const daemon = await startDaemon({
      seconds: START_SECONDS,
      folder: disk.path,
      // A session of its own: a power cut ends all of its processes at once.
      command: ['setsid'],
      environment: { CUEDECK_RUNTIME_DIR: runtimeDir, TMPDIR: runtimeDir, PATH: `${runtimeDir}:${process.env.PATH}` },
    });
    end = async () => {
      if (daemon.process.exitCode === null && daemon.process.signalCode === null)
        process.kill(-Number(daemon.process.pid), 'SIGKILL');
      await daemon.end('SIGKILL');
    };
    const client = createClient(daemon.url, ANSWER_TIMEOUT_SECONDS);
    await client.when(({ CLIPS }) => CLIPS.length - 1 === clipFiles().length, START_SECONDS);
    return { daemon, client };
  };
  const clipFiles = (): readonly string[] => readdirSync(join(disk.path, 'clips'));
  const found = async (client: Client, models: readonly Model[]): Promise<Model> => {
    const sourceOf = (file: string): Entry['source'] => {
      const source = models.flatMap(({ entries }) => entries).find((entry) => entry.file === file)?.source;
      if (source === undefined) throw new Error(`nobody ever sent ${file}`);
      return source;
    };
    const entries = (await client.status()).CLIPS.slice(1).map(({ Filename: file, ClipName: name }) => ({
      ...{ file, name },
      source: sourceOf(file),
    }));
    for (const { file, source } of entries) {
      const isWhole = readFileSync(join(disk.path, 'clips', file)).equals(readFileSync(media(source)));
      expect([file, isWhole]).toEqual([file, true]);
    }
    const hostName = readFileSync(join(disk.path, 'root/etc/hostname'), 'utf8').trim();
    expect(ownNames(readFileSync(join(disk.path, 'root/etc/hosts'), 'utf8'))).toContain(hostName);
    return { entries, hostName };
  };

  let model: Model = { entries: [], hostName: 'cuedeck' };
  let running = await start();
  const usualMs: Record<Kind, number> = { upload: 1000, edit: 50, rename: 50, delete: 50 };
  const counts = { answered: 0, refused: 0, underWay: 0, happened: 0 };
  for (let cut = 0; cut < cuts; cut += 1) {
    for (let before = pick(MAX_BEFORE_CUT); before > 0; before -= 1) {
      const { request, after } = toOperation(model);
      const { status } = await request(running.client);
      // On a machine with too much to do a probe runs out of its time: refused, and nothing may have changed.
      if (status !== 200) {
        expect(status).toBe(415);
        counts.refused += 1;
        continue;
      }
      model = after;
      counts.answered += 1;
    }
    const { kind, request, after } = toOperation(model);
    const startedAt = performance.now();
    const answering = request(running.client).then(
      ({ status }) => status,
      () => 0,
    );
    // Somewhere within the time that such an operation took the last time, or a little after.
    const cutAt = pick(usualMs[kind] * 1.2);
    const early = await Promise.race([answering, pause(cutAt)]);
    await disk.cut();
    if (early === 200) {
      model = after;
      counts.answered += 1;
      usualMs[kind] = performance.now() - startedAt;
    } else usualMs[kind] = Math.min(5000, usualMs[kind] * 1.1);
    await end();
    await answering;
    await disk.restore();
    running = await start();
    const now = await found(running.client, [model, after]);
    const isEither = same(now, model) || same(now, after);
    expect([cut, isEither ? 'as answered, or with what was under way' : { now, model, after }]).toEqual([
      cut,
      'as answered, or with what was under way',
    ]);
    counts.underWay += same(model, after) ? 0 : 1;
    counts.happened += same(now, model) ? 0 : 1;
    model = now;
  }
  return counts;
};

describe.runIf(canBoot('power cuts'))('power cuts', () => {
  test(`${CUTS} of them: the list is always good, no clip is half, and what was answered holds`, async () => {
    const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
    console.log(`seed ${seed}`);
    const parts = Array.from({ length: DISKS }, (_, disk) =>
      cutThrough(seed + disk, Math.ceil(CUTS / DISKS), onTestFinished),
    );
    const all = await Promise.all(parts);
    const sum = (name: keyof Counts): number => all.reduce((total, counts) => total + counts[name], 0);
    console.log(
      `${sum('answered')} answered, ${sum('underWay')} under way at a cut, of which ${sum('happened')} happened`,
    );
  }, 1_800_000);
});
