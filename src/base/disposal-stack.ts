// What runs, latest last: ended in reverse, each part with a deadline of its own, so that one that hangs does not keep the others.
import { endsWithin } from './deadline.ts';
import { toMessage } from './errors.ts';
import type { Log } from './log.ts';

const TIMEOUT_SECONDS = 0.5;

interface DisposalOptions {
  /** After that the next part is ended, too. */
  readonly timeoutSeconds?: number;
  /** Ends at the same time as the part below it. */
  readonly withPrevious?: boolean;
}

interface Part extends DisposalOptions {
  /** For the log: `NAME did not stop`. */
  readonly name: string;
  readonly end: () => unknown;
}

export class DisposalStack {
  readonly #parts: Part[] = [];
  readonly #log: Log;

  constructor(deps: { readonly log: Log }) {
    this.#log = deps.log;
  }

  /** A part that runs from now on, or is about to start and can be ended however far it comes. */
  add(name: string, end: () => unknown, options: DisposalOptions = {}): void {
    this.#parts.push({ name, end, ...options });
  }

  /**
   * Runs a start, which adds its parts. When it fails, those that had started are ended.
   * @throws errors of the start
   */
  async unwindOnFailure<Result>(start: () => Promise<Result>): Promise<Result> {
    try {
      return await start();
    } catch (error) {
      await this.dispose();
      throw error;
    }
  }

  /** Ends all parts. Never rejects: errors of a part are logged. */
  async dispose(): Promise<void> {
    while (this.#parts.length > 0) {
      const lowest = this.#parts.findLastIndex(({ withPrevious }) => withPrevious !== true);
      await Promise.all(
        this.#parts
          .splice(Math.max(lowest, 0))
          .reverse()
          .map((part) => this.#end(part)),
      );
    }
  }

  async #end({ name, end, timeoutSeconds = TIMEOUT_SECONDS }: Part): Promise<void> {
    try {
      const isDone = await endsWithin((async () => end())(), timeoutSeconds);
      if (!isDone) this.#log.error(`${name} did not stop within ${timeoutSeconds} s`);
    } catch (error) {
      this.#log.error(`${name} did not stop: ${toMessage(error)}`);
    }
  }
}
