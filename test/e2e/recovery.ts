// A player that was killed or froze, and the one that takes its place: told apart as processes.
import { readdirSync, readFileSync } from 'node:fs';
import type { Client, Status } from './client.ts';
import type { Daemon } from './daemon.ts';

/** Only what never comes back is ended by it; how soon it has to be there is for the test to say. */
const TIMEOUT_SECONDS = 60;

const serves = (pid: number, socketPath: string): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`--input-ipc-server=${socketPath}\0`);
  } catch {
    return false;
  }
};

/** Of every mpv, of whatever name, that serves the daemon's socket. */
export const playersOf = (socketPath: string): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => serves(pid, socketPath));

/** To look through all processes, a hundred times a second, would hold up what is measured. */
const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/**
 * Resolves when another mpv than this one plays. Nothing that comes and goes is waited for: that nothing plays meanwhile
 * lasts a moment, which a test that is held up does not see.
 * @returns `playedSeconds`: for so long at most it had played when its status was there
 */
export const whenAnotherPlays = async (
  { socketPath, process: { pid: daemon } }: Daemon,
  client: Client,
  pid: number,
): Promise<{ readonly status: Status; readonly playedSeconds: number }> => {
  const latest = performance.now() + TIMEOUT_SECONDS * 1000;
  let notYetAt = performance.now();
  for (let isAnother = false; ; ) {
    const askedAt = performance.now();
    isAnother ||= childrenOf(Number(daemon)).some((child) => child !== pid && serves(child, socketPath));
    const status = await client.status();
    if (isAnother && status.PLAY) return { status, playedSeconds: (performance.now() - notYetAt) / 1000 };
    if (performance.now() > latest) throw new Error(`no other mpv plays; last: ${JSON.stringify(status)}`);
    notYetAt = askedAt;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};
