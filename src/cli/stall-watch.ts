// Ends a request when the player is silent.
import { type ClientRequest, type RequestOptions, request } from 'node:http';

/** A cable that was pulled and a machine that froze end no connection. */
export const STALL_TIMEOUT_SECONDS = 20;

/** The player does not answer any more. */
export class SilentError extends Error {
  override readonly name = 'SilentError';

  constructor(seconds: number) {
    super(`it has not answered for ${seconds} s`);
  }
}

export interface StallWatch {
  /** A part of the body went. */
  moved(): void;
  end(): void;
}

/** Whatever the answer says, the player that gives it lives. */
const isAnswering = (url: string, options: RequestOptions, seconds: number): Promise<boolean> =>
  new Promise((resolve) => {
    const signal = AbortSignal.timeout(seconds * 1000);
    const call = request(`${url}/api/v1/transport`, { ...options, agent: false, signal });
    call.once('response', (response) => {
      resolve(true);
      response.destroy();
    });
    call.on('error', () => resolve(false));
    call.end();
  });

/**
 * Destroys the call with a SilentError when for `stallSeconds` nothing moves and nobody answers. One that takes long over
 * its answer, as over a clip that it looks at, is waited for as long as it answers others.
 * @param parts.options of a request that asks the player whether it lives
 */
export const watchForStall = (
  call: ClientRequest,
  deps: { readonly url: string; readonly options: RequestOptions; readonly stallSeconds: number },
): StallWatch => {
  const { url, options, stallSeconds } = deps;
  // Half of the time in silence, and half for the answer.
  const halfSeconds = stallSeconds / 2;
  let movedAt = performance.now();
  let isOver = false;
  let timer: NodeJS.Timeout;

  const silentMs = (): number => performance.now() - movedAt;
  const wait = (): void => {
    // One that refuses at once may be starting anew: it is asked again and again.
    const ms = Math.max(halfSeconds * 1000 - silentMs(), halfSeconds * 100);
    if (!isOver) timer = setTimeout(look, ms);
  };
  const look = async (): Promise<void> => {
    if (silentMs() >= halfSeconds * 1000) {
      const isAlive = await isAnswering(url, options, halfSeconds);
      if (isOver) return;
      if (isAlive) movedAt = performance.now();
      else if (silentMs() >= stallSeconds * 1000) call.destroy(new SilentError(stallSeconds));
    }
    wait();
  };
  const end = (): void => {
    isOver = true;
    clearTimeout(timer);
  };
  const moved = (): void => {
    movedAt = performance.now();
  };
  call.once('close', end);
  wait();
  return { moved, end };
};
