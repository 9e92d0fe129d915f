// A library on which one operation is done while the disk fails, or the program is killed; and what must hold then.
import { copyFile, cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createClip } from '../../src/deck/clips/clip.ts';
import { appendClip, type DeckDocument } from '../../src/deck/clips/clip-list.ts';
import { parseRecord } from '../../src/library/clip-record.ts';
import { openClipStore } from '../../src/library/clip-store.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { filesOf, PROBED } from '../library/library-under-test.ts';
import { media } from '../media/media.ts';
import { createTracer, type Fault, type FileCall, fileCalls, untilStruck } from './traced-program.ts';

export const OPERATIONS = ['first save', 'update', 'upload', 'swap', 'remove'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** A list told apart by its files and the last selected clip. */
const shape = (document: DeckDocument): string =>
  `${filesOf(document).join(' ')} ${document.settings.lastClipId ?? '-'}`;

interface Expected {
  readonly before: string;
  readonly after: string;
  /** What the state folder holds before and after. */
  readonly stateBefore: string;
  readonly stateAfter: string;
}

const STATE = { stateBefore: 'clips.json clips.json.last-good', stateAfter: 'clips.json clips.json.last-good' };
const EXPECTED: Readonly<Record<Operation, Expected>> = {
  'first save': { before: ' -', after: ' new', stateBefore: '', stateAfter: 'clips.json' },
  update: { before: 'a.png b.png -', after: 'a.png b.png new', ...STATE },
  upload: { before: 'a.png b.png -', after: 'a.png b.png c.png -', ...STATE },
  swap: { before: 'a.png b.png -', after: 'a.mp4 b.png -', ...STATE },
  remove: { before: 'a.png b.png -', after: 'b.png -', ...STATE },
};

const TEMPORARY: { readonly [Key in Operation]?: string } = {
  upload: '.upload-0123456789abcdef',
  swap: '.convert-0123456789abcdef',
};

/** What a swap that is done says when the original cannot be removed; the next start removes it. */
const LEFT = /^The original of a converted clip could not be removed: .+ The next start removes it\.$/;

const REFUSAL = /^(no-space|storage-failed): Could not .+ \(E[A-Z]+\)\.$/;

const open = async (root: string) => {
  const log = createRecordingLog();
  const store = await openClipStore({
    clipsDir: join(root, 'clips'),
    stateDir: join(root, 'var'),
    splashPath: '/splash.png',
    systemPictures: [],
    log,
  });
  return { store, log };
};

/** A library with two clips whose list was saved twice. */
const createTemplate = async (): Promise<string> => {
  const root = await temporaryFolder();
  await mkdir(join(root, 'clips'));
  const { store } = await open(root);
  for (const name of ['a.png', 'b.png']) {
    await copyFile(media('still.png'), join(root, 'clips', name));
    await store.update((document) => appendClip(document, createClip(`id-of-${name}`, name, PROBED)));
  }
  return root;
};

/** What the next start would read. */
const readList = async (root: string): Promise<DeckDocument> => {
  if (!(await readdir(join(root, 'var'))).includes('clips.json')) return (await open(root)).store.document();
  const { clips, settings } = parseRecord(JSON.parse(await readFile(join(root, 'var/clips.json'), 'utf8')));
  return { clips, settings };
};

const namesIn = async (...path: readonly string[]): Promise<string> => (await readdir(join(...path))).sort().join(' ');

/** The next start of the daemon. */
const restart = async (root: string): Promise<readonly string[]> => {
  const { store, log } = await open(root);
  await store.reconcile({ onFound: () => undefined, signal: new AbortController().signal });
  const files = filesOf(store.document()).join(' ');
  return [
    ...log.lines.filter(({ level }) => level !== 'info').map(({ text }) => `the restart complains: ${text}`),
    ...((await namesIn(root, 'clips')) === files
      ? []
      : [`the list has ${files}, the folder ${await namesIn(root, 'clips')}`]),
    shape(store.document()),
  ];
};

/** @param program path of the built `library-operation` */
export const createLibraryFaults = async (program: string) => {
  const template = await createTemplate();
  const runTraced = createTracer(program);

  /** Does the operation on a copy of the library. */
  const attempt = async (operation: Operation, fault?: { readonly call: FileCall; readonly kind: Fault }) => {
    const root = await temporaryFolder();
    await cp(template, root, { recursive: true });
    if (operation === 'first save') {
      for (const name of ['a.png', 'b.png']) await rm(join(root, 'clips', name));
      for (const name of STATE.stateBefore.split(' ')) await rm(join(root, 'var', name));
    }
    const temporary = TEMPORARY[operation];
    const upload = temporary === undefined ? [] : [join(root, 'clips', temporary), media('still.png')];
    const args = [operation === 'first save' ? 'update' : operation, root, ...upload];
    const traced = await runTraced({ args, thread: 'files', ...(fault && { fault }) });
    return { root, traced, result: traced.lines[0], calls: fileCalls(traced.trace, root) };
  };

  const run = (...what: Parameters<typeof attempt>) => untilStruck(() => attempt(...what));

  const save = async (count: number, fault?: { readonly call: FileCall; readonly kind: Fault }) => {
    const root = await temporaryFolder();
    await cp(template, root, { recursive: true });
    const args = ['many saves', root, String(count)];
    return { root, traced: await runTraced({ args, thread: 'files', ...(fault && { fault }) }) };
  };

  return {
    /** Every file call that the operation makes. */
    callsOf: async (operation: Operation) => (await run(operation)).calls,

    /** What does not hold when a call of the operation fails; nothing when all is well. */
    wrongAfterError: async (operation: Operation, call: FileCall, kind: Fault): Promise<readonly string[]> => {
      const { root, result } = await run(operation, { call, kind });
      if (result === undefined) return ['the program is dead'];
      const { outcome, document, troubles } = JSON.parse(result);
      const { before, after, stateBefore, stateAfter } = EXPECTED[operation];
      const [expected, expectedState] = outcome === 'done' ? [after, stateAfter] : [before, stateBefore];
      const isLeft = outcome === 'done' && troubles.length === 1 && LEFT.test(troubles[0]);
      const onDisk = await readList(root);
      const [clips, state] = [await namesIn(root, 'clips'), await namesIn(root, 'var')];
      const [next, ...complaints] = (await restart(root)).toReversed();
      return [
        ...(outcome === 'done' || REFUSAL.test(outcome) ? [] : [`the outcome is ${outcome}`]),
        ...(isDeepStrictEqual(document, onDisk) ? [] : ['memory and disk differ']),
        ...(shape(onDisk) === expected ? [] : [`the list is ${shape(onDisk)}`]),
        ...(clips === filesOf(onDisk).join(' ') || isLeft ? [] : [`the clips folder has ${clips}`]),
        ...(state === expectedState ? [] : [`the state folder has ${state}`]),
        ...(next === expected ? [] : [`after a restart the list is ${next}`]),
        ...(isLeft ? [] : troubles),
        ...complaints,
      ];
    },

    /** The same when the program is killed at a call: after a restart, all of the operation holds or nothing of it. */
    wrongAfterEnd: async (operation: Operation, call: FileCall): Promise<readonly string[]> => {
      const { root, result } = await run(operation, { call, kind: 'end' });
      const { before, after } = EXPECTED[operation];
      const onDisk = shape(await readList(root));
      const [next = '', ...complaints] = (await restart(root)).toReversed();
      return [
        ...(result === undefined ? [] : ['the program is alive']),
        ...([before, after].includes(onDisk) ? [] : [`the list is ${onDisk}`]),
        ...([before, after].includes(next) ? [] : [`after a restart the list is ${next}`]),
        ...complaints,
      ];
    },

    /** Every file call of so many saves in a row. */
    callsOfSaves: async (count: number) => {
      const { root, traced } = await save(count);
      return fileCalls(traced.trace, root);
    },

    /** What does not hold when the program is killed at a call of them: the list is that of the last save or the next one. */
    wrongAfterCut: async (count: number, call: FileCall): Promise<readonly string[]> => {
      const { root, traced } = await untilStruck(() => save(count, { call, kind: 'end' }));
      const saved = traced.lines.length;
      const { store, log } = await open(root);
      const allowed = [saved === 0 ? '-' : `save ${saved}`, `save ${saved + 1}`].map((last) => `a.png b.png ${last}`);
      return [
        ...(allowed.includes(shape(store.document()))
          ? []
          : [`after save ${saved} the list is ${shape(store.document())}`]),
        ...log.lines.map(({ text }) => text),
      ];
    },
  };
};
