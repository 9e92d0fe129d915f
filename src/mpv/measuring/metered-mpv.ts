// An mpv of its own, at idle priority and without a screen, that decodes as fast as it can.
import type { Duplex } from 'node:stream';
import { type ChildProcess, startProgram } from '../../base/child-process.ts';
import { AppError, toMessage } from '../../base/errors.ts';
import { type Command, IpcConnection } from '../ipc/ipc-connection.ts';
import type { JsonObject } from '../ipc/json-lines.ts';
import { OPTION_LEVELS, OWN_CHANNEL } from '../process/arguments.ts';
import { limitMemory } from '../process/memory-limit.ts';

/** When memory runs out, the kernel ends this mpv before the one on air. */
const OOM_SCORE = 800;
const IDLE = ['chrt --idle -p 0 $$ > /dev/null 2>&1', 'ionice -c 3 -p $$ > /dev/null 2>&1'];
/** Limits that the system does not allow are skipped. */
const toScript = (priority: Priority): string =>
  [
    `{ echo ${OOM_SCORE} > /proc/self/oom_score_adj; } 2> /dev/null`,
    ...(priority === 'idle' ? IDLE : []),
    'exec "$@"',
  ].join('\n');

/** Beside one busy program the idle one lets nothing through. */
export type Priority = 'idle' | 'normal';

/** Every mpv knows these. */
const MINIMAL = OPTION_LEVELS[2] ?? OPTION_LEVELS[0];
const UNTIMED = [
  ...['--vo=null', '--ao=null', '--audio=no', '--untimed=yes', '--framedrop=no', '--pause=yes', '--load-scripts=no'],
  ...['--demuxer-lavf-o-append=protocol_whitelist=file', '--demuxer-max-bytes=48MiB', '--demuxer-max-back-bytes=16MiB'],
];
/** Of the operator's own arguments those that decide how fast frames are made. */
const SPEED_OPTIONS = /^--(vd-|sws-|zimg-|profile=|hwdec)/;

/** At idle priority a busy machine answers late. */
const ANSWER_TIMEOUT_SECONDS = 60;

export interface MeteredMpv {
  readonly pid: number;
  /** @throws AppError `unplayable` when mpv refuses it or ends; `busy` when it does not answer */
  request(command: Command): Promise<unknown>;
  /** Calls back with each event of mpv; returns an unsubscribe function. */
  subscribe(listener: (event: JsonObject) => void): () => void;
  /** Rejects with `unplayable` once mpv has ended by itself. */
  readonly ended: Promise<never>;
  kill(): void;
}

const toStream = (child: ChildProcess): Duplex => {
  const stream = child.stdio[3];
  if (stream === null || stream === undefined || !('read' in stream) || !('write' in stream)) {
    throw new Error('mpv was started without its command channel');
  }
  return stream as Duplex;
};

/** @throws AppError `internal` when it cannot be started */
export const startMeteredMpv = async (
  program: string,
  extra: readonly string[],
  priority: Priority,
): Promise<MeteredMpv> => {
  const options = [...MINIMAL.options, ...UNTIMED, ...extra.filter((option) => SPEED_OPTIONS.test(option))];
  const args = ['-c', toScript(priority), 'sh', program, OWN_CHANNEL, ...options];
  const child = await startProgram('sh', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] }).catch((error) => {
    throw new AppError('internal', 'mpv could not be started for a measurement.', { cause: error });
  });
  void limitMemory(child.pid);
  const listeners = new Set<(event: JsonObject) => void>();
  const connection = new IpcConnection({
    stream: toStream(child),
    onEvents: (events) => {
      for (const event of events) for (const listener of listeners) listener(event);
    },
    onBad: () => undefined,
  });
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', () => {
      connection.close();
      reject(new AppError('unplayable', 'mpv ended while it decoded the file.'));
    });
  });
  ended.catch(() => undefined);
  return {
    pid: child.pid ?? 0,
    request: async (command) => {
      const reply = await connection.send(command, ANSWER_TIMEOUT_SECONDS).catch((error) => {
        if (connection.isOpen()) throw new AppError('busy', toMessage(error));
        return ended;
      });
      if (reply.ok) return reply.data;
      throw new AppError('unplayable', `The player refused ${JSON.stringify(command)}: ${reply.reason}.`);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ended,
    kill: () => void child.kill('SIGKILL'),
  };
};
