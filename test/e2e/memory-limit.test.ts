import { readdirSync, readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { toPlayerMemory } from '../../src/mpv/process/memory-limit.ts';
import { startDaemon } from './daemon.ts';

test('mpv may take most of the memory of the box, and not all of it', async () => {
  const mebibytes = (count: number) => toPlayerMemory(count * 1024 ** 2) / 1024 ** 2;
  expect([920, 1900, 3800].map(mebibytes)).toEqual([768, 1425, 2850]);

  const daemon = await startDaemon();
  onTestFinished(() => daemon.dispose());
  await daemon.line(/^picture up/);
  const isMpvOfOurs = (pid: string): boolean => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(`--input-ipc-server=${daemon.socketPath}`);
    } catch {
      return false;
    }
  };
  const pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && isMpvOfOurs(name));
  const limitOf = () => /^Max data size\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))?.[1];
  await expect.poll(limitOf).toBe(String(toPlayerMemory(totalmem())));
});
