// The two processes that are compared: the built daemon with a thousand registered peers, and the bare forwarder.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchDaemon } from '../../test/talkgroup/fakes/launched-daemon.ts';
import { FIRST_PEER, FIRST_TALKGROUP, type Group, PASSWORD, PEERS, TALKERS, talkgroupOf } from './shape.ts';

export interface Subject {
  readonly port: number;
  /** Seconds of processor time spent so far. */
  cpuSeconds(): number;
  residentMiB(): number;
  end(): Promise<void>;
}

const START_SECONDS = 10;
/** Of /proc; the same on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

const toSubject = (child: ChildProcess, port: number, clean: () => void): Subject => ({
  port,
  cpuSeconds: () => {
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  },
  residentMiB: () => Number(/VmRSS:\s+([0-9]+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
  end: async () => {
    const closed = once(child, 'close');
    child.kill('SIGTERM');
    await closed;
    clean();
  },
});

const writeState = (folder: string): void => {
  const ids = Array.from({ length: PEERS }, (_, index) => FIRST_PEER + index);
  const peers = ids.map((id) => ({
    ...{ id, callsign: 'M0ABC', tokenHash: '0'.repeat(64), password: PASSWORD, expiryMinutes: 15, options: 'ignore' },
  }));
  const talkgroups = Array.from({ length: TALKERS }, (_, index) => ({
    ...{ number: FIRST_TALKGROUP + index, name: `Bench ${index}`, enabled: true },
  }));
  const subscriptions = ids.map((id) => [id, [{ talkgroup: talkgroupOf(id), timeslot: 2, source: 'static' }]]);
  writeFileSync(join(folder, 'peers.json'), JSON.stringify({ peers }));
  writeFileSync(join(folder, 'catalogue.json'), JSON.stringify({ talkgroups }));
  writeFileSync(join(folder, 'activity.json'), JSON.stringify({ subscriptions, presences: [] }));
};

export const startDaemon = async (): Promise<Subject> => {
  const folder = mkdtempSync(join(tmpdir(), 'talkgroup-bench-'));
  writeState(folder);
  const { child, dmrPort } = await launchDaemon({ environment: { CUEDECK_TALKGROUP_STATE_DIR: folder } });
  return toSubject(child, dmrPort, () => rmSync(folder, { recursive: true, force: true }));
};

export const startBareForwarder = async (groups: readonly Group[]): Promise<Subject> => {
  const child = fork('dist/bench/bare-forwarder.js');
  const signal = AbortSignal.timeout(START_SECONDS * 1000);
  const [port] = await once(child, 'message', { signal });
  child.send(groups);
  await once(child, 'message', { signal });
  return toSubject(child, Number(port), () => undefined);
};
