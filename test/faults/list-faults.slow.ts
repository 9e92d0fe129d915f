// The disk fails, or the program is killed, at every single file call of every save of the lists.
import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { toItem } from '../../src/deck/lists/cue-list.ts';
import { createListFolder } from '../../src/library/lists/list-folder.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { buildProgram } from '../programs/build-program.ts';
import { runPairwise } from './run-pairwise.ts';
import { canTrace, createTracer, type Fault, type FileCall, fileCalls, untilStruck } from './traced-program.ts';

const ERRORS = ['ENOSPC', 'EIO', 'EACCES'] as const;
const BEFORE = 'a b, active a';
const OPERATIONS = [
  { operation: 'first', before: ', active undefined', after: 'c, active undefined' },
  { operation: 'create', before: BEFORE, after: 'a b c, active a' },
  { operation: 'edit', before: BEFORE, after: 'new b, active a' },
  { operation: 'activate', before: BEFORE, after: 'a b, active b' },
  { operation: 'delete', before: BEFORE, after: 'b, active undefined' },
] as const;
type Operation = (typeof OPERATIONS)[number];

let program = '';
beforeAll(async () => {
  const { path, remove } = await buildProgram('list-operation');
  program = path;
  return remove;
});

/** What the next start has. */
const readLists = async (folder: string) => {
  const log = createRecordingLog();
  const { lists, listId } = await createListFolder({ stateDir: dirname(folder), log }).load();
  return { found: `${lists.map(({ name }) => name).join(' ')}, active ${listId}`, log: log.lines };
};

const createTemplate = async (): Promise<string> => {
  const root = await temporaryFolder();
  const store = createListFolder({ stateDir: root, log: createRecordingLog() });
  const makeList = (id: string) => ({
    ...{ id, name: id, repeat: false, shuffle: false },
    items: [toItem({ id: 'one', clipId: 'a' })],
  });
  const none = { lists: [], listId: undefined };
  const first = { lists: [makeList('a'), makeList('b')], listId: undefined };
  await store.save(first, none);
  await store.save({ ...first, listId: 'a' }, first);
  return root;
};

const createFaults = async () => {
  const template = await createTemplate();
  const runTraced = createTracer(program);
  const attempt = async ({ operation }: Operation, fault?: { readonly call: FileCall; readonly kind: Fault }) => {
    const root = await temporaryFolder();
    if (operation !== 'first') await cp(template, root, { recursive: true });
    const folder = join(root, 'lists');
    const args = [operation === 'first' ? 'create' : operation, folder];
    const traced = await runTraced({ args, thread: 'files', ...(fault && { fault }) });
    return { folder, traced, calls: fileCalls(traced.trace, root) };
  };
  return (...what: Parameters<typeof attempt>) => untilStruck(() => attempt(...what));
};

describe.runIf(canTrace)('the lists on a failing disk', () => {
  test.for(OPERATIONS.flatMap((operation) => ERRORS.map((kind) => ({ ...operation, kind }))))(
    '$operation, $kind at every call: refused, nothing has changed; or done',
    async ({ kind, ...operation }) => {
      const run = await createFaults();
      const { calls } = await run(operation);
      expect(calls.length).toBeGreaterThan(5);
      const wrong = await runPairwise(calls, async (call) => {
        const { folder, traced } = await run(operation, { call, kind });
        const { outcome, troubles } = JSON.parse(traced.lines[0] ?? '{}');
        const { found, log } = await readLists(folder);
        const expected = outcome === 'done' ? operation.after : operation.before;
        const isTold = ['done', 'no-space', 'storage-failed'].includes(outcome);
        return isTold && found === expected && log.length === 0 && troubles.length === 0
          ? []
          : [`${call.name} ${call.number} (${call.text.slice(0, 120)}): ${outcome}, ${found}`, ...troubles, ...log];
      });
      expect(wrong.flat()).toEqual([]);
    },
  );

  test.for(OPERATIONS)(
    '$operation, killed at every call: after a restart all of it holds, or nothing',
    async (operation) => {
      const run = await createFaults();
      const { calls } = await run(operation);
      const wrong = await runPairwise(calls, async (call) => {
        const { folder } = await run(operation, { call, kind: 'end' });
        const { found, log } = await readLists(folder);
        const isEither = found === operation.before || found === operation.after;
        return isEither && log.length === 0 ? [] : [`${call.name} ${call.number}: ${found}`, ...log];
      });
      expect(wrong.flat()).toEqual([]);
    },
  );
});
