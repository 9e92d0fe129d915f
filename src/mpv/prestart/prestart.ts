// Adopts the mpv that systemd/launch started before Node, or ends it when its options differ.
import { setTimeout as sleep } from 'node:timers/promises';
import { toMessage } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { FULL_SOUND } from '../../deck/clips/clip.ts';
import { readRegularFile } from '../../storage/regular-file.ts';
import { replaceFile } from '../../storage/synced-file.ts';
import { IpcConnection } from '../ipc/ipc-connection.ts';
import type { Observed } from '../ipc/observed.ts';
import type { MpvProcess } from '../process/process.ts';
import { adoptMpv, connectMpv, endMpv } from './adopted-process.ts';
import { type FirstPicture, toLaunchText, toLaunchVersion } from './launch-file.ts';

/** The same as for an mpv that we start. */
const START_TIMEOUT_SECONDS = 15;
const POLL_INTERVAL_MS = 50;

interface AdoptedPlayer {
  readonly process: MpvProcess;
  /** Index of its option level. */
  readonly level: number;
  /** State that its command line implies. */
  readonly shows: Partial<Observed>;
}

export interface Prestart {
  /**
   * Adopts the prestarted mpv, at the first call only; resolves when no other mpv is left.
   * @param candidates arguments that it may have, by option level
   */
  adopt(candidates: readonly (readonly string[])[]): Promise<AdoptedPlayer | undefined>;
  /** Ends a waiting `take`. */
  end(): Promise<void>;
  /** Writes the launch file for the next start. */
  record(up: { readonly version: string; readonly args: readonly string[] }): void;
  /** Rewrites the launch file when the first picture has changed. */
  refresh(): void;
}

/**
 * @param deps.pid of the running mpv; undefined: none
 * @param deps.hasItsScreen whether the display that it was started on is still there
 * @param deps.path the launcher's file
 * @param deps.outputPath the named pipe for its output
 * @param deps.first the first picture of the next start
 */
export const createPrestart = (deps: {
  readonly pid: number | undefined;
  readonly hasItsScreen: () => boolean;
  readonly path: string;
  readonly program: string;
  readonly socketPath: string;
  readonly outputPath: string;
  readonly first: () => FirstPicture;
  readonly log: Log;
}): Prestart => {
  const { path, program, socketPath, outputPath, first, log } = deps;
  let { pid } = deps;
  let up: { readonly version: string; readonly args: readonly string[] } | undefined;
  let writing = Promise.resolve();
  const read = (): Promise<string> => readRegularFile(path).then(String, () => '');

  const write = async (text: string): Promise<void> => {
    if (text !== (await read())) await replaceFile(path, text, 0o600);
  };

  const refresh = (): void => {
    // Without a display there is nothing to show early, and the next start may find one.
    if (up === undefined || up.args.includes('--vo=null')) return;
    const text = toLaunchText({ ...up, program, first: first() });
    if (text === undefined) return;
    writing = writing
      .then(() => write(text))
      .catch((error) =>
        log.warning(`cannot write the launch file, the next start will be slower: ${toMessage(error)}`),
      );
  };

  return {
    adopt: async (candidates) => {
      if (pid === undefined) return undefined;
      const ours = pid;
      try {
        const text = await read();
        const version = toLaunchVersion(text);
        const rung = candidates.findIndex((args) => toLaunchText({ version, program, args, first: first() }) === text);
        if (rung === -1) throw new Error('it was started with other settings');
        await verify({ socketPath, pid: ours, version, path: first().path });
        // A driver that loaded meanwhile has taken the display away, which mpv does not report.
        if (!deps.hasItsScreen()) throw new Error('the screens are others now');
        const stream = await connectMpv(socketPath, ours, START_TIMEOUT_SECONDS);
        const process = adoptMpv({ stream, pid: ours, outputPath });
        return { process, level: rung, shows: toObserved(first()) };
      } catch (error) {
        log.info(`prestarted mpv not adopted: ${toMessage(error)}`);
        await endMpv(ours);
        return undefined;
      } finally {
        pid = undefined;
      }
    },
    end: async () => {
      if (pid !== undefined) await endMpv(pid);
    },
    record: (fresh) => {
      up = fresh;
      refresh();
    },
    refresh,
  };
};

const toObserved = ({ path, rotationDegrees, fit }: FirstPicture): Partial<Observed> => ({
  cue: {
    picture: { kind: 'screen', path },
    section: { inSeconds: 0, outSeconds: 0, loop: false, toEnd: true },
    sound: FULL_SOUND,
  },
  output: { rotationDegrees, ...(fit !== undefined && { fit }) },
});

/**
 * Queries mpv over a separate connection, so that no reply reaches the session.
 * @throws Error when it is another mpv, does not answer or does not show the picture
 */
const verify = async (expected: {
  readonly socketPath: string;
  readonly pid: number;
  readonly version: string;
  readonly path: string;
}): Promise<void> => {
  const latest = performance.now() + START_TIMEOUT_SECONDS * 1000;
  const leftSeconds = (): number => Math.max(0.1, (latest - performance.now()) / 1000);
  const stream = await connectMpv(expected.socketPath, expected.pid, START_TIMEOUT_SECONDS);
  const connection = new IpcConnection({ stream, onEvents: () => undefined, onBad: () => undefined });
  const query = async (property: string): Promise<unknown> => {
    const reply = await connection.send(['get_property', property], leftSeconds());
    return reply.ok ? reply.data : undefined;
  };
  try {
    if ((await query('pid')) !== expected.pid) throw new Error('another one answers');
    const version = await query('mpv-version');
    if (version !== expected.version) throw new Error(`it is ${String(version)} now, no longer ${expected.version}`);
    for (; performance.now() < latest; await sleep(POLL_INTERVAL_MS)) {
      if ((await query('path')) === expected.path && (await query('video-params/w')) !== undefined) return;
      // Without a display mpv goes idle.
      if ((await query('idle-active')) === true) break;
    }
    throw new Error('it shows no picture');
  } finally {
    connection.close();
  }
};
