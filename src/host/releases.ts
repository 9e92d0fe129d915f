// Fetches the latest released version in the background; until then reports the running one.
import { toReason } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { readBoundedBody, UNCOMPRESSED } from '../net/bounded-answer.ts';
import { READS_ONLY } from '../net/read-only-request.ts';

const POLL_INTERVAL_SECONDS = 24 * 3600;
/** A device may start before its network. */
const RETRY_SECONDS = 15 * 60;
const TIMEOUT_SECONDS = 10;
const MAX_ANSWER_BYTES = 256 * 1024;

const VERSION = /^v?(\d{1,6}\.\d{1,6}\.\d{1,6}(?:[-+][0-9A-Za-z.+-]{1,40})?)$/;

/**
 * @param answer `{"version":"1.2.3"}`, or GitHub's form `{"tag_name":"v1.2.3"}`
 * @throws Error when it has no version
 */
export const parseRelease = (answer: unknown): string => {
  const fields: Readonly<Record<string, unknown>> = typeof answer === 'object' && answer !== null ? { ...answer } : {};
  const named = fields.version ?? fields.tag_name;
  const version = typeof named === 'string' ? VERSION.exec(named)?.[1] : undefined;
  if (version === undefined) throw new Error('the answer names no version');
  return version;
};

export class Releases {
  readonly #url: URL | undefined;
  readonly #log: Log;
  readonly #everySeconds: number;
  readonly #againSeconds: number;
  readonly #limitSeconds: number;
  readonly #stopped = new AbortController();
  #latest: string;
  #timer: NodeJS.Timeout | undefined;
  #lastFault = '';

  /** @param deps.url undefined: never fetches */
  constructor(deps: {
    url: URL | undefined;
    version: string;
    log: Log;
    everySeconds?: number;
    againSeconds?: number;
    limitSeconds?: number;
  }) {
    this.#url = deps.url;
    this.#latest = deps.version;
    this.#log = deps.log;
    this.#everySeconds = deps.everySeconds ?? POLL_INTERVAL_SECONDS;
    this.#againSeconds = deps.againSeconds ?? RETRY_SECONDS;
    this.#limitSeconds = deps.limitSeconds ?? TIMEOUT_SECONDS;
  }

  start(): void {
    if (this.#url !== undefined) this.#wait(this.#url, 0);
  }

  latest(): string {
    return this.#latest;
  }

  dispose(): void {
    this.#stopped.abort();
    clearTimeout(this.#timer);
  }

  #wait(url: URL, seconds: number): void {
    if (this.#stopped.signal.aborted) return;
    // Devices that were switched on together must not poll together for ever.
    const jitter = 0.9 + 0.2 * Math.random();
    this.#timer = setTimeout(() => void this.#fetch(url), seconds * jitter * 1000);
    this.#timer.unref();
  }

  async #fetch(url: URL): Promise<void> {
    const isKnown = await this.#update(url);
    this.#wait(url, isKnown ? this.#everySeconds : this.#againSeconds);
  }

  async #update(url: URL): Promise<boolean> {
    try {
      const signal = AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(this.#limitSeconds * 1000)]);
      const response = await fetch(url, {
        signal,
        headers: { accept: 'application/json', ...UNCOMPRESSED, ...READS_ONLY },
      });
      if (!response.ok) throw new Error(`it answers ${response.status}`);
      this.#latest = parseRelease(JSON.parse((await readBoundedBody(response, MAX_ANSWER_BYTES)).toString()));
      this.#lastFault = '';
      return true;
    } catch (error) {
      const trouble = toReason(error instanceof Error && error.cause instanceof Error ? error.cause : error);
      if (trouble !== this.#lastFault && !this.#stopped.signal.aborted)
        this.#log.warning(`The latest version cannot be fetched from ${url.host}: ${trouble}.`);
      this.#lastFault = trouble;
      return false;
    }
  }
}
