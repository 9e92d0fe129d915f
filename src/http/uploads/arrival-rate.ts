// Rejects uploads that are too slow; they would hold their slot for ever.
import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../base/clock.ts';
import { AppError } from '../../base/errors.ts';

const WINDOW_SECONDS = 30;
const MIN_BYTES_PER_SECOND = 16 * 1024;

/**
 * @param onSlow called once, when less than 16 KiB a second came in 30 s
 * @returns a function that stops watching
 */
export const watchArrival = (
  clock: Clock,
  request: IncomingMessage,
  onSlow: (error: AppError) => void,
): (() => void) => {
  let bytes = 0;
  const count = (chunk: Buffer): void => {
    bytes += chunk.length;
  };
  const check = (): void => {
    // Buffered data waits for the disk, not for the client.
    if (request.readableLength > 0 || bytes >= WINDOW_SECONDS * MIN_BYTES_PER_SECOND) {
      bytes = 0;
      stopTimer = clock.after(WINDOW_SECONDS, check);
    } else onSlow(tooSlow(bytes));
  };
  let stopTimer = clock.after(WINDOW_SECONDS, check);
  request.on('data', count);
  return () => {
    stopTimer();
    request.off('data', count);
  };
};

const tooSlow = (bytes: number): AppError =>
  new AppError(
    'upload-aborted',
    bytes === 0
      ? `Nothing of the file arrived for ${WINDOW_SECONDS} s.`
      : `${bytes} bytes of the file arrived in ${WINDOW_SECONDS} s; allowed: ${MIN_BYTES_PER_SECOND} a second at least.`,
  );
