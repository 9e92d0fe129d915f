// Root's commands in the player's folders have the rights of the folders' owner there, whatever he swaps in.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../src/base/log.ts';
import { createSplashClip } from '../../src/deck/clips/clip.ts';
import { DEFAULT_SETTINGS } from '../../src/deck/clips/clip-list.ts';
import { parseRecord, toRecord } from '../../src/library/clip-record.ts';
import { createClipsFolder } from '../../src/library/clips-folder.ts';
import { finishRestores } from '../../src/library/pending-restore.ts';
import { createDurableFile } from '../../src/storage/durable-file.ts';
import { CUEDECK, type Outcome, runCuedeck } from '../e2e/cuedeck.ts';
import { videoClip } from '../fakes/memory-clip-store.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

/** `nobody` of Debian stands for the service user. */
const USER = 65_534;
const MARK = 'only root may read this ';
const NAMES = ['one.mp4', 'two.mp4'];
const TOKEN = 'a-token-of-root';

const LIST = JSON.stringify(
  toRecord({
    clips: [createSplashClip('/splash.png'), ...NAMES.map((file) => videoClip(file, { file }))],
    settings: DEFAULT_SETTINGS,
  }),
);

interface Box {
  readonly folder: string;
  readonly clips: string;
  readonly state: string;
  /** Of root alone, with the same names in it as the player's folders. */
  readonly closed: string;
  readonly backup: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly run: (...args: readonly string[]) => Promise<Outcome>;
}

let box: Box;

const give = (path: string): void => chownSync(path, USER, USER);

beforeEach(async () => {
  const folder = await temporaryFolder();
  chmodSync(folder, 0o755);
  // All of it is the service user's, so that he can swap the folders themselves.
  const data = join(folder, 'data');
  const [clips, state, closed] = [join(data, 'clips'), join(data, 'state'), join(folder, 'closed')];
  for (const path of [data, clips, state]) {
    mkdirSync(path);
    give(path);
  }
  mkdirSync(closed, { mode: 0o700 });
  for (const name of NAMES) {
    writeFileSync(join(clips, name), `clip ${name}`);
    give(join(clips, name));
    writeFileSync(join(closed, name), MARK);
  }
  for (const path of [state, closed]) writeFileSync(join(path, 'clips.json'), LIST);
  give(join(state, 'clips.json'));
  const environment = {
    CUEDECK_HTTP_PORT: '9',
    CUEDECK_CLIPS_DIR: clips,
    CUEDECK_STATE_DIR: state,
    CUEDECK_RUNTIME_DIR: join(folder, 'run'),
    CUEDECK_TOKEN: TOKEN,
  };
  const run = (...args: readonly string[]): Promise<Outcome> => runCuedeck(args, { environment, cwd: folder });
  box = { folder, clips, state, closed, backup: join(folder, 'show.tar'), environment, run };
});

/** As the service user does it, who may rename what is in his folder. */
const swap = (path: string, to: string): void => {
  renameSync(path, `${path}.mine`);
  symlinkSync(to, path);
};

/** Names, owners, permission bits and contents. */
const lookInto = (folder: string): readonly unknown[] =>
  readdirSync(folder).map((name) => {
    const { uid, mode } = statSync(join(folder, name));
    return [name, uid, mode, readFileSync(join(folder, name), 'utf8')];
  });

const childrenOf = (pid: number | undefined): readonly string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);

const statusOf = (pid: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readFileSync(`/proc/${pid}/status`, 'utf8')
      .split('\n')
      .map((line) => [line.split(':')[0] ?? '', line.split(':')[1]?.trim().replaceAll('\t', ' ') ?? '']),
  );

describe.runIf(process.getuid?.() === 0)('root', () => {
  test('works in the folders in a process that has the ids of their owner, no groups and nothing of its environment', async () => {
    await box.run('backup', box.backup, '--clips');
    const child = spawn(CUEDECK, ['restore', '-', '--no-restart'], {
      env: { ...process.env, ...box.environment },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    // It waits for the rest of the backup.
    child.stdin.write(readFileSync(box.backup).subarray(0, 5000));
    const staged = () => readdirSync(box.clips).filter((name) => name.startsWith('.restore-'));
    await expect.poll(staged, { interval: 20 }).not.toEqual([]);
    const [worker = '', ...others] = childrenOf(child.pid);
    const { Uid, Gid, Groups, CapEff } = statusOf(worker);
    const all = Array(4).fill(USER).join(' ');
    expect([Uid, Gid, Groups, CapEff, others]).toEqual([all, all, '', '0'.repeat(16), []]);
    expect(readFileSync(`/proc/${worker}/environ`, 'utf8')).not.toContain(TOKEN);
    child.stdin.end(readFileSync(box.backup).subarray(5000));
    expect(await ended).toEqual([0, null]);
    expect(existsSync(`/proc/${worker}`)).toBe(false);
  });

  test('backs up no files of a folder that only root may read, where a link to it has the place of the clips folder', async () => {
    swap(box.clips, box.closed);
    expect(await box.run('backup', box.backup, '--clips')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/2 clips in the list, without their files\.\nNot in it, .*: one\.mp4\n/),
    });
    expect(readFileSync(box.backup).includes(MARK)).toBe(false);
  });

  test('backs up no list of a folder that only root may read, where a link to it has the place of the state folder', async () => {
    swap(box.state, box.closed);
    expect(await box.run('backup', box.backup)).toEqual({
      code: 77,
      out: '',
      err: `${box.state}/clips.json: CueDeck has no right to do that (EACCES). Use sudo.\n`,
    });
    expect(existsSync(box.backup)).toBe(false);
  });

  test.each(['clips', 'state'] as const)(
    'restores nothing into a folder of root, where a link to it has the place of the %s folder',
    async (which) => {
      await box.run('backup', box.backup, '--clips');
      swap(box[which], box.closed);
      const before = lookInto(box.closed);
      expect(await box.run('restore', box.backup, '--no-restart')).toEqual({
        code: 77,
        out: '',
        err: `${box[which]}: CueDeck has no right to do that (EACCES). Use sudo.\n`,
      });
      expect(lookInto(box.closed)).toEqual(before);
    },
  );

  test('restores from a backup that only root may read', async () => {
    await box.run('backup', box.backup, '--clips');
    expect(statSync(box.backup).mode & 0o777).toBe(0o600);
    writeFileSync(join(box.clips, 'one.mp4'), 'another');
    expect(await box.run('restore', box.backup, '--no-restart')).toMatchObject({ code: 0, err: '' });
    const find = ['-name', '*restore-*', '-printf', '%U:%G\n'];
    const made = execFileSync('find', [box.clips, box.state, ...find], { encoding: 'utf8' })
      .trim()
      .split('\n');
    expect(made).toEqual(Array(3).fill(`${USER}:${USER}`));
  });

  test('restores onto a clip that is the same and is root’s, and makes no second one of it', async () => {
    await box.run('backup', box.backup, '--clips');
    chownSync(join(box.clips, 'one.mp4'), 0, 0);
    expect(await box.run('restore', box.backup, '--no-restart')).toMatchObject({ code: 0, err: '' });
    const folder = createClipsFolder(box.clips);
    const list = createDurableFile({ path: join(box.state, 'clips.json'), parse: parseRecord });
    await finishRestores({ stateDir: box.state, folder, list, log: createLog({ journal: false, level: 'info' }) });
    expect(readdirSync(box.clips).sort()).toEqual(NAMES);
    expect(readdirSync(box.state).filter((name) => name.startsWith('restore-'))).toEqual([]);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'leaves neither a file nor a process where %s ends its backup',
    async (signal) => {
      truncateSync(join(box.clips, 'one.mp4'), 2 * 1024 ** 3);
      const child = spawn(CUEDECK, ['backup', '--clips', box.backup], {
        detached: true,
        env: { ...process.env, ...box.environment },
        stdio: 'ignore',
      });
      const ended = once(child, 'exit');
      const parts = () => readdirSync(box.folder).filter((name) => name.endsWith('.part'));
      await expect.poll(parts, { interval: 10 }).toHaveLength(1);
      const [worker = ''] = childrenOf(child.pid);
      // As a terminal does it, which tells the whole group.
      process.kill(-Number(child.pid), signal);
      expect(await ended).toEqual([null, signal]);
      expect([parts(), existsSync(box.backup)]).toEqual([[], false]);
      await expect.poll(() => existsSync(`/proc/${worker}`), { interval: 20 }).toBe(false);
    },
  );
});
