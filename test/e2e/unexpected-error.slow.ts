// An error that nobody took ends either daemon in order, with exit 1, so that systemd starts it again.
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { startDaemon as startTalkgroup } from '../talkgroup/fakes/daemon-process.ts';
import { startDaemon } from './daemon.ts';
import { whenSaved } from './saved-resume-point.ts';

/** Loaded before the daemon: throws, or rejects, when a signal asks for it. */
const FAULTS = `
process.on('SIGUSR2', () => { throw new Error('broken\\non two lines'); });
process.on('SIGHUP', () => void Promise.reject(new Error('nobody waits')));
`;

const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(FAULTS)}`;

const startFaulty = async (environment: Readonly<Record<string, string>> = {}, folder?: string) => {
  const daemon = await startDaemon({
    environment: { NODE_OPTIONS, ...environment },
    ...(folder !== undefined && { folder }),
  });
  onTestFinished(() => daemon.dispose());
  return daemon;
};

const childrenOf = (pid: number): readonly string[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'latin1').split(' ').filter(Boolean),
  );
const alive = (pids: readonly string[]): readonly string[] => pids.filter((pid) => readdirSync('/proc').includes(pid));

test.each([
  ['an exception', 'SIGUSR2', 'unexpected error: broken on two lines'],
  ['a rejection', 'SIGHUP', 'unexpected error: nobody waits'],
] as const)('player: %s is one line, exit 1, and leaves no mpv', async (_what, signal, line) => {
  const daemon = await startFaulty();
  await daemon.line(/^player up/);
  const children = childrenOf(daemon.process.pid ?? 0);
  expect(children).not.toEqual([]);
  expect(await daemon.end(signal)).toBe(1);
  expect(daemon.lines.filter((each) => each.includes('unexpected error'))).toEqual([line]);
  await expect.poll(() => alive(children)).toEqual([]);
});

test('player: at debug the stack is logged, too, and each step of mpv with its reason', async () => {
  const daemon = await startFaulty({ CUEDECK_LOG_LEVEL: 'debug' });
  await daemon.line(/^load splash\.png at 0 s, paused: another picture is wanted$/);
  expect(await daemon.end('SIGUSR2')).toBe(1);
  expect(daemon.lines.filter((each) => each.includes('unexpected error'))).toEqual([
    'unexpected error: broken on two lines',
    expect.stringMatching(/^unexpected error: Error: broken on two lines +at .*data:text/),
  ]);
});

test('player: the next start goes on where it was', async () => {
  const daemon = await startFaulty();
  await whenSaved(daemon, ({ screen }) => screen === 'splash');
  expect(await daemon.end('SIGUSR2')).toBe(1);
  expect(await readdir(join(daemon.folder, 'run'))).toContain('whereabouts.json');
  const next = await startFaulty({}, daemon.folder);
  await next.line(/^resuming after an unclean exit$/);
});

test('talkgroup: an exception is one line, exit 1, and leaves no socket', async () => {
  const runtime = await temporaryFolder();
  const { child, lines } = await startTalkgroup({ NODE_OPTIONS, CUEDECK_TALKGROUP_RUNTIME_DIR: runtime });
  const exited = once(child, 'exit');
  child.kill('SIGUSR2');
  expect(await exited).toEqual([1, null]);
  await expect
    .poll(() => lines.filter((each) => each.includes('unexpected error')))
    .toEqual(['unexpected error: broken on two lines']);
  expect(await readdir(runtime)).toEqual([]);
});
