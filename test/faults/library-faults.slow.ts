// The disk fails, or the program is killed, at every single file call of every operation on the library.
import { beforeAll, describe, expect, test } from 'vitest';
import { buildProgram } from '../programs/build-program.ts';
import { createLibraryFaults, OPERATIONS } from './library-faults.ts';
import { runPairwise } from './run-pairwise.ts';
import { canTrace, type FileCall } from './traced-program.ts';

const ERRORS = ['ENOSPC', 'EIO', 'EACCES'] as const;
/** Saves in a row that make more than 200 file calls. */
const SAVES = 14;

let program = '';
beforeAll(async () => {
  const { path, remove } = await buildProgram('library-operation');
  program = path;
  return remove;
});

const named = (call: FileCall, wrong: readonly string[]): readonly string[] =>
  wrong.map((what) => `${call.name} ${call.number}: ${what} (${call.text.slice(0, 120)})`);

describe.runIf(canTrace)('the library on a failing disk', () => {
  test.for(OPERATIONS.flatMap((operation) => ERRORS.map((kind) => ({ operation, kind }))))(
    '$operation, $kind at every call: the list is valid, nothing is orphaned, the error is clear, memory equals disk',
    async ({ operation, kind }) => {
      const faults = await createLibraryFaults(program);
      const calls = await faults.callsOf(operation);
      expect(calls.length).toBeGreaterThan(10);
      const wrong = await runPairwise(calls, async (call) =>
        named(call, await faults.wrongAfterError(operation, call, kind)),
      );
      expect(wrong.flat()).toEqual([]);
    },
  );

  test.for(OPERATIONS)('%s, killed at every call: after a restart all of it holds, or nothing', async (operation) => {
    const faults = await createLibraryFaults(program);
    const calls = await faults.callsOf(operation);
    const wrong = await runPairwise(calls, async (call) => named(call, await faults.wrongAfterEnd(operation, call)));
    expect(wrong.flat()).toEqual([]);
  });

  test('the saving of the list, killed at more than 200 calls: it is always the old or the new list', async () => {
    const faults = await createLibraryFaults(program);
    const calls = await faults.callsOfSaves(SAVES);
    expect(calls.length).toBeGreaterThan(200);
    const wrong = await runPairwise(calls, async (call) => named(call, await faults.wrongAfterCut(SAVES, call)));
    expect(wrong.flat()).toEqual([]);
  });
});
