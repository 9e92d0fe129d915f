// When a local socket can be connected to: its file comes before its listener, and outlives it.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const LONGEST_MS = 10_000;

/** Bit __SO_ACCEPTCON of a line of /proc/net/unix. */
const LISTENING = 0x1_0000;

/** True while some process listens at this path. It asks the kernel and connects to nothing. */
export const isListening = (path: string): boolean =>
  readFileSync('/proc/net/unix', 'utf8')
    .split('\n')
    .some((line) => line.endsWith(` ${path}`) && (Number.parseInt(line.split(' ')[3] ?? '', 16) & LISTENING) !== 0);

/** @throws Error when nobody listens within ten seconds */
export const whenListening = async (path: string): Promise<void> => {
  const latest = performance.now() + LONGEST_MS;
  while (!isListening(path)) {
    if (performance.now() > latest) throw new Error(`nobody listens at ${path}`);
    await sleep(20);
  }
};
