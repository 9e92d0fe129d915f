// A few of the cases that library-faults.slow.ts goes through one by one.
import { beforeAll, describe, expect, test } from 'vitest';
import { buildProgram } from '../programs/build-program.ts';
import { createLibraryFaults, type Operation } from './library-faults.ts';
import { canTrace, type Fault, subjectOf } from './traced-program.ts';

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
  ['swap', 'ENOSPC', 'write'],
  ['swap', 'EIO', 'rename'],
  ['swap', 'end', 'rename'],
  ['remove', 'EIO', 'unlink'],
  ['remove', 'end', 'unlink'],
];

const SAVE = [
  'fsync /var/.clips.json.tmp',
  'link /var/clips.json',
  'rename /var/clips.json.last-good.tmp',
  'rename /var/.clips.json.tmp',
  'fsync /var',
];

describe.runIf(canTrace)('the library on a failing disk', () => {
  test.for([
    [
      'upload',
      ['fsync /clips/.upload-0123456789abcdef', 'rename /clips/.upload-0123456789abcdef', 'fsync /clips', ...SAVE],
    ],
    [
      'swap',
      [
        ...['fsync /clips/.convert-0123456789abcdef.json', 'fsync /clips', 'rename /clips/.convert-0123456789abcdef'],
        ...['fsync /clips', ...SAVE, 'unlink /clips/a.png', 'fsync /clips'],
        'unlink /clips/.convert-0123456789abcdef.json',
      ],
    ],
    ['remove', ['rename /clips/a.png', 'fsync /clips', ...SAVE, 'unlink /clips/.trash-id-of-a.png']],
  ] as const)('%s: what a power cut must not overtake is synced first', async ([operation, order]) => {
    const faults = await createLibraryFaults(program);
    const steps = (await faults.callsOf(operation)).filter(({ name }) => /^(fsync|link|rename|unlink)/.test(name));
    expect(steps.map(({ text }) => subjectOf(text))).toEqual(order);
  });

  test.for(sample)('%s, %s at %s: all of it holds, or nothing', async ([operation, kind, name]) => {
    const faults = await createLibraryFaults(program);
    const call = (await faults.callsOf(operation)).findLast((made) => made.name === name);
    if (call === undefined) throw new Error(`${operation} makes no call of ${name}`);
    const wrong =
      kind === 'end' ? faults.wrongAfterEnd(operation, call) : faults.wrongAfterError(operation, call, kind);
    expect(await wrong).toEqual([]);
  });
});
