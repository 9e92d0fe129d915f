// Logs mpv starts and exits, without repeating the same message.
import type { Log } from '../../base/log.ts';
import { OPTION_LEVELS } from './arguments.ts';
import type { MpvExit } from './process.ts';

const REPEAT_INTERVAL_SECONDS = 600;

export interface LifecycleLog {
  readonly up: (version: string, rung: number) => void;
  readonly ended: (life: ExitRecord) => void;
}

interface ExitRecord {
  readonly exit: MpvExit;
  /** True when it answered at least once. */
  readonly hasAnswered: boolean;
  readonly wasFrozen: boolean;
  readonly level: number;
}

const toHow = ({ exit, hasAnswered, wasFrozen }: ExitRecord): string => {
  if (wasFrozen) return 'frozen, killed';
  if (exit.signal !== null) return exit.signal;
  if (exit.code !== null) return `exit ${exit.code}`;
  // The exit status of a process that is not our child is unknown.
  return hasAnswered ? 'gone' : 'not found';
};

/** Ended from outside while it ran: its earlier output does not explain that. */
const wasEnded = ({ exit, hasAnswered, wasFrozen }: ExitRecord): boolean =>
  hasAnswered && !wasFrozen && (exit.signal === 'SIGKILL' || exit.signal === 'SIGTERM' || exit.signal === 'SIGINT');

export const createLifecycleLog = ({ log, program }: { log: Log; program: string }): LifecycleLog => {
  let lastGreeting = '';
  let last = { text: '', at: 0 };
  return {
    up: (version, rung) => {
      const text = `player up: ${version}, options ${OPTION_LEVELS[rung]?.name}`;
      if (text !== lastGreeting) log.info(text);
      lastGreeting = text;
    },
    ended: (life) => {
      const { exit, hasAnswered, level: rung } = life;
      const tail = exit.stderrTail.length === 0 || wasEnded(life) ? '' : `: ${exit.stderrTail.join('; ')}`;
      const text = hasAnswered
        ? `player ended (${toHow(life)}), starting it again${tail}`
        : `${program} does not start with options ${OPTION_LEVELS[rung]?.name} (${toHow(life)})${tail}`;
      const now = performance.now();
      if (text === last.text && now - last.at <= REPEAT_INTERVAL_SECONDS * 1000) return;
      last = { text, at: now };
      // Every mpv before 0.40 rejects the first option level.
      if (!hasAnswered && rung === 0 && exit.code !== null) log.debug(text);
      else log.warning(text);
    },
  };
};
