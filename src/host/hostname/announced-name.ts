// The name that avahi answers to: another one than the host name when another device has that already.
import { runProgram } from '../../base/child-process.ts';

const POLL_INTERVAL_SECONDS = 20;
/** Power-on shows a picture and answers commands first. */
const FIRST_POLL_SECONDS = 3;
const TIMEOUT_SECONDS = 5;

/** Does not start avahi. */
const QUESTION = ['--system', '--json=short', '--auto-start=no', 'call', 'org.freedesktop.Avahi', '/'] as const;
const GET_NAME = ['org.freedesktop.Avahi.Server', 'GetHostName'] as const;

/** @returns undefined where avahi is not there, or does not answer */
export const readAnnouncedName = async (command = 'busctl'): Promise<string | undefined> => {
  try {
    const { stdout } = await runProgram(command, [...QUESTION, ...GET_NAME], TIMEOUT_SECONDS);
    return /"data":\["([A-Za-z0-9-]{1,63})"\]/.exec(stdout)?.[1]?.toLowerCase();
  } catch {
    return undefined;
  }
};

export class AnnouncedName {
  readonly #ask: () => Promise<string | undefined>;
  readonly #everySeconds: number;
  readonly #onChange: () => void;
  #name: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isDisposed = false;
  /** Counts changes of the host name: an answer that was asked for before one says nothing. */
  #renames = 0;

  constructor(deps: { ask: () => Promise<string | undefined>; onChange: () => void; everySeconds?: number }) {
    this.#ask = deps.ask;
    this.#onChange = deps.onChange;
    this.#everySeconds = deps.everySeconds ?? POLL_INTERVAL_SECONDS;
  }

  start(): void {
    this.#wait(Math.min(FIRST_POLL_SECONDS, this.#everySeconds));
  }

  /** Undefined while it is not known. */
  current(): string | undefined {
    return this.#name;
  }

  /** The host name has changed: the former name is no answer any more. */
  forget(): void {
    this.#renames += 1;
    this.#name = undefined;
    clearTimeout(this.#timer);
    this.start();
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
  }

  #wait(seconds: number): void {
    if (this.#isDisposed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look().finally(() => this.#wait(this.#everySeconds)), seconds * 1000);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    const renames = this.#renames;
    const name = await this.#ask();
    if (this.#isDisposed || renames !== this.#renames || name === this.#name) return;
    this.#name = name;
    this.#onChange();
  }
}
