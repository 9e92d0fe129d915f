// Root's commands in folders of the service user, who swaps links and pipes in while they run.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSplashClip } from '../../src/deck/clips/clip.ts';
import { DEFAULT_SETTINGS } from '../../src/deck/clips/clip-list.ts';
import { toRecord } from '../../src/library/clip-record.ts';
import { type Outcome, runCuedeck } from '../e2e/cuedeck.ts';
import { videoClip } from '../fakes/memory-clip-store.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

/** `nobody` of Debian stands for the service user. */
const USER = 65_534;
const MARK = 'only root may read this ';
const CLIP_BYTES = 4_000_000;
const TEST_MILLISECONDS = 90_000;

/** What a player would have written. */
const toList = (names: readonly string[]): unknown =>
  toRecord({
    clips: [createSplashClip('/splash.png'), ...names.map((file) => videoClip(file, { file }))],
    settings: DEFAULT_SETTINGS,
  });

interface Box {
  readonly clips: string;
  readonly state: string;
  /** A file that only root may read. */
  readonly secret: string;
  readonly backup: string;
  readonly run: (...args: readonly string[]) => Promise<Outcome>;
  /** Lets the service user do this again and again until the test is over: a script with `fs`, and `args` from 1 on. */
  readonly attack: (script: string, ...args: readonly string[]) => Promise<void>;
}

let attackers: ChildProcess[] = [];
let box: Box;

beforeEach(async () => {
  const folder = await temporaryFolder();
  chmodSync(folder, 0o755);
  const [clips, state, secret] = [join(folder, 'clips'), join(folder, 'state'), join(folder, 'secret')];
  for (const path of [clips, state]) {
    mkdirSync(path);
    chownSync(path, USER, USER);
  }
  writeFileSync(secret, MARK.repeat(CLIP_BYTES / MARK.length + 1).slice(0, CLIP_BYTES), { mode: 0o600 });
  const environment = {
    CUEDECK_HTTP_PORT: '9',
    CUEDECK_CLIPS_DIR: clips,
    CUEDECK_STATE_DIR: state,
    CUEDECK_RUNTIME_DIR: join(folder, 'run'),
  };
  const names = ['one.mp4', 'two.mp4', 'three.mp4'];
  for (const name of names) writeFileSync(join(clips, name), Buffer.alloc(CLIP_BYTES, name), { mode: 0o644 });
  for (const name of names) chownSync(join(clips, name), USER, USER);
  writeFileSync(join(state, 'clips.json'), JSON.stringify(toList(names)));
  chownSync(join(state, 'clips.json'), USER, USER);
  const run = (...args: readonly string[]): Promise<Outcome> => runCuedeck(args, { environment, cwd: folder });
  box = {
    clips,
    state,
    secret,
    backup: join(folder, 'show.tar'),
    run,
    attack: async (script, ...args) => {
      const text = `const fs = require('node:fs'), args = process.argv, go = () => { try { ${script} } catch {} };
        console.log('on'); setInterval(() => { for (let n = 0; n < 200; n++) go(); }, 0);`;
      const attacker = spawn(process.execPath, ['-e', text, ...args], {
        uid: USER,
        gid: USER,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      attackers.push(attacker);
      if (attacker.stdout !== null) await once(attacker.stdout, 'data');
    },
  };
  expect(await run('backup', box.backup, '--clips')).toMatchObject({ code: 0 });
});
afterEach(() => {
  for (const attacker of attackers) attacker.kill('SIGKILL');
  attackers = [];
});

const ownerOf = (path: string): number => statSync(path).uid;

describe.runIf(process.getuid?.() === 0)('root', { timeout: TEST_MILLISECONDS }, () => {
  test.each([
    ['the clips', 'clips', '.restore-'],
    ['the plan', 'state', 'restore-'],
  ] as const)('restores, and a link in the place of %s leads to nothing of its own', async (_what, folder, prefix) => {
    const swap = `for (const name of fs.readdirSync(args[1])) if (name.startsWith(args[2])) {
      fs.unlinkSync(args[1] + '/' + name); fs.symlinkSync(args[3], args[1] + '/' + name); }`;
    await box.attack(swap, box[folder], prefix, box.secret);
    for (const name of ['one.mp4', 'two.mp4', 'three.mp4']) writeFileSync(join(box.clips, name), 'another');
    for (let round = 0; round < 3; round += 1) await box.run('restore', box.backup, '--no-restart');
    expect([ownerOf(box.secret), statSync(box.secret).mode & 0o777]).toEqual([0, 0o600]);
  });

  test('restores into files that are the service user’s', async () => {
    writeFileSync(join(box.clips, 'two.mp4'), 'another');
    expect(await box.run('restore', box.backup, '--no-restart')).toMatchObject({ code: 0, err: '' });
    const made = execFileSync('find', [box.clips, box.state, '-name', '*restore-*', '-printf', '%U:%G %m\n'], {
      encoding: 'utf8',
    });
    expect(new Set(made.trim().split('\n'))).toEqual(new Set([`${USER}:${USER} 644`]));
  });

  test('backs up, and nothing that only root may read gets into the backup', async () => {
    const swap = `const at = (name) => args[2] + '/' + name;
      if (!fs.existsSync(at('.kept'))) fs.copyFileSync(at('one.mp4'), at('.kept'));
      fs.symlinkSync(args[1], at('.link')); fs.renameSync(at('.link'), at('two.mp4'));
      fs.linkSync(at('.kept'), at('.file')); fs.renameSync(at('.file'), at('two.mp4'));`;
    await box.attack(swap, box.secret, box.clips);
    for (let round = 0; round < 8; round += 1) {
      await box.run('backup', box.backup, '--clips', '--force');
      expect(readFileSync(box.backup).includes(MARK.repeat(10))).toBe(false);
    }
  });

  test.each(['clips.json', 'hyperdeck.json'])('is not held up by a pipe in the place of %s', async (name) => {
    execFileSync('rm', ['-f', join(box.state, name)]);
    execFileSync('mkfifo', [join(box.state, name)]);
    const { code, err } = await box.run('backup', join(box.state, '..', 'other.tar'));
    expect([code, err]).toEqual([1, expect.stringMatching(/it is no file/)]);
    expect(await box.run('restore', box.backup, '--no-restart')).toMatchObject({ code: 0 });
  });

  test('is not held up by a pipe in the place of a clip', async () => {
    execFileSync('rm', [join(box.clips, 'two.mp4')]);
    execFileSync('mkfifo', [join(box.clips, 'two.mp4')]);
    expect(await box.run('backup', box.backup, '--clips', '--force')).toMatchObject({ code: 0 });
    expect(await box.run('restore', box.backup, '--no-restart')).toMatchObject({ code: 0 });
  });

  test('asks the owner’s process for the licence and hears why it is refused', async () => {
    expect(await box.run('license')).toMatchObject({ code: 0, out: expect.stringMatching(/, not licensed\.\n$/) });
    writeFileSync(join(box.state, '..', 'licence.json'), '{}');
    const { code, err } = await box.run('license', 'install', join(box.state, '..', 'licence.json'));
    expect([code, err]).toEqual([1, 'The licence is refused: it names no device or is not signed.\n']);
  });

  test('refuses a list that is a link', async () => {
    copyFileSync(join(box.state, 'clips.json'), join(box.state, '..', 'list-of-root'));
    chmodSync(join(box.state, '..', 'list-of-root'), 0o600);
    execFileSync('ln', ['-sf', join(box.state, '..', 'list-of-root'), join(box.state, 'clips.json')]);
    const { code, err } = await box.run('backup', join(box.state, '..', 'other.tar'));
    expect([code, err]).toEqual([1, expect.stringMatching(/clips\.json: it is a link \(ELOOP\)/)]);
  });
});
