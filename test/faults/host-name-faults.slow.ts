// The disk fails, or the program is killed, at every single file call of a renaming.
import { beforeAll, describe, expect, test } from 'vitest';
import { buildProgram } from '../programs/build-program.ts';
import { createHostNameFaults, THREADS } from './host-name-faults.ts';
import { runPairwise } from './run-pairwise.ts';
import { canTrace } from './traced-program.ts';

const ERRORS = ['ENOSPC', 'EIO', 'EACCES'] as const;

let program = '';
beforeAll(async () => {
  const { path, remove } = await buildProgram('rename-host');
  program = path;
  return remove;
});

describe.runIf(canTrace)('renaming on a failing disk', () => {
  test.for(THREADS.flatMap((thread) => ERRORS.map((kind) => ({ thread, kind }))))(
    '$kind at every call of the thread for $thread: all is renamed, or nothing, and the error is clear',
    async ({ thread, kind }) => {
      const faults = createHostNameFaults(program);
      const calls = await faults.callsOf(thread);
      expect(calls.length).toBeGreaterThan(10);
      const wrong = await runPairwise(calls, async (call) =>
        (await faults.wrongAfterError(thread, call, kind)).map((what) => `${call.text.slice(0, 120)}: ${what}`),
      );
      expect(wrong.flat()).toEqual([]);
    },
  );

  test.for(THREADS)(
    'killed at every change that the thread for %s makes: the machine finds itself by the name it has',
    async (thread) => {
      const faults = createHostNameFaults(program);
      const calls = await faults.changesOf(thread);
      const wrong = await runPairwise(calls, async (call) =>
        (await faults.wrongAfterEnd(thread, call)).map((what) => `${call.text.slice(0, 120)}: ${what}`),
      );
      expect(wrong.flat()).toEqual([]);
    },
  );

  test.runIf(process.getuid?.() === 0).for(['a-longer-name', 'o'])(
    'killed at every change to files that can only be written in place: no half of a name is left of %s',
    async (name) => {
      const faults = createHostNameFaults(program, { name, isMounted: true });
      const calls = await faults.changesOf('files');
      expect(calls.some(({ text }) => text.startsWith('ftruncate'))).toBe(true);
      const wrong = await runPairwise(calls, async (call) =>
        (await faults.wrongAfterEnd('files', call)).map((what) => `${call.text.slice(0, 120)}: ${what}`),
      );
      expect(wrong.flat()).toEqual([]);
    },
  );
});
