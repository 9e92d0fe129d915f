// Notifies systemd: ready, watchdog, stopping and a status line.
import { write } from 'node:fs';
import { toMessage } from '../base/errors.ts';
import type { Log } from '../base/log.ts';

/** What a service says of itself, asked before each sign of life. */
export interface Condition {
  /** False withholds the sign of life: after the manager's time-out it ends the daemon and starts it again. */
  isWell(): boolean;
  /** One line for `systemctl status`. */
  status(): string;
}

/** Signs of life come at least this many times within the manager's time-out. */
const SIGNS_IN_TIMEOUT = 3;
const MAX_INTERVAL_SECONDS = 2;

export class SystemdNotifier {
  readonly #descriptor: number | undefined;
  readonly #watchdogSeconds: number | undefined;
  readonly #log: Log;
  #timer: NodeJS.Timeout | undefined;
  #lastStatus = '';
  #isSilent = false;

  /**
   * @param deps.descriptor a datagram socket, connected to the manager's. Node can't make one; the unit has systemd open it
   *   (OpenFile=), and a write to it is a datagram of our own process. Undefined: nobody is told anything.
   * @param deps.watchdogSeconds the manager's time-out; undefined: it has none
   */
  constructor(deps: {
    readonly descriptor: number | undefined;
    readonly watchdogSeconds: number | undefined;
    readonly log: Log;
  }) {
    this.#descriptor = deps.descriptor;
    this.#watchdogSeconds = deps.watchdogSeconds;
    this.#log = deps.log;
  }

  /** The service is up; from now on it gives signs of life. */
  ready(condition: Condition): void {
    if (this.#descriptor === undefined) return;
    this.#sendState(condition, 'READY=1');
    const seconds = Math.min(MAX_INTERVAL_SECONDS, (this.#watchdogSeconds ?? Infinity) / SIGNS_IN_TIMEOUT);
    this.#timer = setInterval(() => this.#sendState(condition), seconds * 1000);
    this.#timer.unref();
  }

  /** The service is about to end. */
  stopping(): void {
    clearInterval(this.#timer);
    this.#send('STOPPING=1');
  }

  #sendState(condition: Condition, ...first: readonly string[]): void {
    const status = condition.status();
    const isChange = status !== this.#lastStatus;
    this.#lastStatus = status;
    const isAlive = this.#watchdogSeconds !== undefined && condition.isWell();
    this.#send(...first, ...(isChange ? [`STATUS=${status}`] : []), ...(isAlive ? ['WATCHDOG=1'] : []));
  }

  /** All in one datagram: several writes under way at once may overtake each other. */
  #send(...lines: readonly string[]): void {
    if (this.#descriptor === undefined || lines.length === 0) return;
    write(this.#descriptor, lines.map((line) => `${line}\n`).join(''), (error) => {
      if (error === null || this.#isSilent) return;
      this.#isSilent = true;
      this.#log.warning(`Cannot notify systemd: ${toMessage(error)}.`);
    });
  }
}
