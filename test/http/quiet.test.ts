import { createHook } from 'node:async_hooks';
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createServer } from './server-under-test.ts';

/** What a disk read or a child process leaves behind in Node, however it was called. */
const RESOURCES = new Set(['FSREQCALLBACK', 'FSREQPROMISE', 'FILEHANDLE', 'PROCESSWRAP', 'FSEVENTWRAP']);
let seen: string[] = [];

const hook = createHook({
  init: (_id, type) => {
    if (RESOURCES.has(type)) seen.push(type);
  },
});

beforeEach(() => {
  seen = [];
  for (const [name, module] of Object.entries({ fs, childProcess })) {
    for (const [key, value] of Object.entries(module)) {
      // Classes and counters are no calls.
      if (typeof value !== 'function' || /^[A-Z_]/.test(key)) continue;
      const original = value as (...args: unknown[]) => unknown;
      vi.spyOn(module as unknown as Record<string, (...args: unknown[]) => unknown>, key).mockImplementation(
        (...args) => {
          seen.push(`${name}.${key}`);
          return original(...args);
        },
      );
    }
  }
  syncBuiltinESMExports();
  hook.enable();
});

afterEach(() => {
  hook.disable();
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

test('this counts disk reads and child processes', async () => {
  fs.statSync('/');
  await fs.promises.stat('/');
  childProcess.spawnSync('true');
  await new Promise((resolve) => childProcess.execFile('true', resolve));
  expect(new Set(seen)).toEqual(
    new Set(['fs.statSync', 'FSREQPROMISE', 'childProcess.spawnSync', 'childProcess.execFile', 'PROCESSWRAP']),
  );
});

test('/status and /clips read no disk and start no process', async () => {
  const { get } = await createServer();
  seen = [];
  for (let round = 0; round < 20; round += 1) {
    await get('/status');
    await get('/clips');
  }
  expect(seen).toEqual([]);
});
