// Ends a request when the player is silent.
import { type ClientRequest, type OutgoingHttpHeaders, request } from 'node:http';
import { API_PATH } from './api-calls.ts';
import { SilentError } from './player-errors.ts';

/** A cable that was pulled and a machine that froze end no connection. */
export const SILENCE_TIMEOUT_SECONDS = 20;

interface SilenceWatch {
  /** A part of the body went. */
  moved(): void;
  end(): void;
}

/** Whatever the answer says, the player that gives it lives. */
const isAnswering = (url: string, headers: OutgoingHttpHeaders, seconds: number): Promise<boolean> =>
  new Promise((resolve) => {
    const signal = AbortSignal.timeout(seconds * 1000);
    const call = request(`${url}${API_PATH}/transport`, { headers, agent: false, signal });
    call.once('response', (response) => {
      resolve(true);
      response.destroy();
    });
    call.on('error', () => resolve(false));
    call.end();
  });

/**
 * Destroys the call with a SilentError when for `silenceSeconds` nothing moves and nobody answers. One that takes long over
 * its answer, as over a clip that it looks at, is waited for as long as it answers others.
 * @param deps.headers of the request that asks the player whether it lives
 */
export const watchForSilence = (
  call: ClientRequest,
  deps: { readonly url: string; readonly headers: OutgoingHttpHeaders; readonly silenceSeconds: number },
): SilenceWatch => {
  const { url, headers, silenceSeconds } = deps;
  // Half of the time in silence, and half for the answer.
  const halfSeconds = silenceSeconds / 2;
  let movedAt = performance.now();
  let isOver = false;
  let timer: NodeJS.Timeout;

  const silentMs = (): number => performance.now() - movedAt;
  const wait = (): void => {
    // One that refuses at once may be starting anew: it is asked again and again.
    const ms = Math.max(halfSeconds * 1000 - silentMs(), halfSeconds * 100);
    if (!isOver) timer = setTimeout(check, ms);
  };
  const check = async (): Promise<void> => {
    if (silentMs() >= halfSeconds * 1000) {
      const isAlive = await isAnswering(url, headers, halfSeconds);
      if (isOver) return;
      if (isAlive) movedAt = performance.now();
      else if (silentMs() >= silenceSeconds * 1000) call.destroy(new SilentError(silenceSeconds));
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
