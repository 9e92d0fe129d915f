// A few of the cases that library-faults.slow.ts goes through one by one.
import { beforeAll, describe, expect, test } from 'vitest';
import { buildProgram } from '../programs/build-program.ts';
import { createLibraryFaults, type Operation } from './library-faults.ts';
import { canTrace, type Fault } from './traced-program.ts';

let program = '';
beforeAll(async () => {
  const { path, remove } = await buildProgram('library-operation');
  program = path;
  return remove;
});

const sample: readonly (readonly [Operation, Fault, string])[] = [
  ['update', 'ENOSPC', 'write'],
  ['update', 'EIO', 'link'],
  ['upload', 'EACCES', 'rename'],
  ['remove', 'EIO', 'unlink'],
  ['remove', 'end', 'unlink'],
];

describe.runIf(canTrace)('the library on a failing disk', () => {
  test.for(sample)('%s, %s at %s: all of it holds, or nothing', async ([operation, kind, name]) => {
    const faults = await createLibraryFaults(program);
    const call = (await faults.callsOf(operation)).findLast((made) => made.name === name);
    if (call === undefined) throw new Error(`${operation} makes no call of ${name}`);
    const wrong =
      kind === 'end' ? faults.wrongAfterEnd(operation, call) : faults.wrongAfterError(operation, call, kind);
    expect(await wrong).toEqual([]);
  });
});
