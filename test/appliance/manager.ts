// What stands for systemd: takes datagrams of daemons on a real socket.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const WAIT_SECONDS = 60;

interface Manager {
  /** What was said so far, oldest first. */
  readonly messages: string[];
  /** Puts a program under this manager, which expects a sign of life within so many seconds. */
  command(watchdogSeconds: number): readonly string[];
  /** Resolves when the condition holds for what was said. */
  until(condition: (messages: readonly string[]) => boolean): Promise<void>;
  dispose(): void;
}

export const startManager = async (): Promise<Manager> => {
  const path = join(await temporaryFolder(), 'notify');
  const receiver = spawn('socat', ['-u', `UNIX-RECV:${path}`, '-'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const messages: string[] = [];
  createInterface({ input: receiver.stdout }).on('line', (line) => messages.push(line));
  const until = async (condition: () => boolean): Promise<void> => {
    const latest = performance.now() + WAIT_SECONDS * 1000;
    while (!condition()) {
      if (performance.now() > latest) throw new Error(`never became ${condition}; said: ${messages.join(', ')}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  await until(() => existsSync(path));
  return {
    messages,
    command: (watchdogSeconds) => [
      'perl',
      join(import.meta.dirname, 'under-manager.pl'),
      path,
      String(watchdogSeconds),
    ],
    until: (condition) => until(() => condition(messages)),
    dispose: () => void receiver.kill(),
  };
};
