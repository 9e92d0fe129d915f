// Which decoders were left for which kinds of files, kept across restarts until kernel, mpv, ffmpeg or product change.
import { toReason } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { createDurableFile, type DurableFile } from '../../storage/durable-file.ts';

/** Versions that decide how a decoder behaves. */
interface DecodingVersions {
  readonly kernel: string;
  readonly product: string;
  readonly mpv: string;
  readonly ffmpeg: string;
}

interface Left {
  readonly kind: string;
  /** mpv's `hwdec`. */
  readonly decoder: string;
  readonly why: string;
  readonly versions: DecodingVersions;
}

export interface LeftDecoders {
  /** mpv has told its versions; what was left under others is tried again. */
  under(running: { readonly mpv: string; readonly ffmpeg: string }): void;
  isLeft(kind: string, decoder: string): boolean;
  leave(left: { readonly kind: string; readonly decoder: string; readonly why: string }): void;
  /** The decoder was not to blame. */
  takeBack(kind: string, decoder: string): void;
  /** Resolves when what was changed is on disk. */
  saved(): Promise<void>;
}

type Machine = Pick<DecodingVersions, 'kernel' | 'product'>;

/** Keeps them in memory; `save` is called with all of them after each change, and returns those that it has found besides. */
const createLeftDecoders = (
  before: readonly Left[],
  machine: Machine,
  save: (all: readonly Left[]) => Promise<readonly Left[]>,
): LeftDecoders => {
  let all = before;
  let versions: DecodingVersions = { ...machine, mpv: '', ffmpeg: '' };
  let saving = Promise.resolve();
  const saveAll = async (): Promise<void> => {
    const found = await save(all);
    all = [...all, ...found.filter((left) => isOf(versions, left.versions))];
  };
  const change = (next: readonly Left[]): void => {
    if (next.length === all.length) return;
    all = next;
    saving = saving.then(saveAll);
  };
  return {
    under: (running) => {
      versions = { ...machine, ...running };
      change(all.filter((left) => isOf(versions, left.versions)));
    },
    isLeft: (kind, decoder) => all.some(isSame(kind, decoder)),
    leave: (left) => {
      if (!all.some(isSame(left.kind, left.decoder))) change([...all, { ...left, versions }]);
    },
    takeBack: (kind, decoder) => change(all.filter((left) => !isSame(kind, decoder)(left))),
    saved: () => saving,
  };
};

const isSame = (kind: string, decoder: string) => (left: Left) => left.kind === kind && left.decoder === decoder;

const isOf = (now: DecodingVersions, then: DecodingVersions): boolean =>
  now.kernel === then.kernel && now.product === then.product && now.mpv === then.mpv && now.ffmpeg === then.ffmpeg;

/** Forgets them with the process. */
export const createUnsavedLeftDecoders = (): LeftDecoders =>
  createLeftDecoders([], { kernel: '', product: '' }, async () => []);

/**
 * Never rejects: a record that cannot be read or written is named in the log, and the decoders are tried again.
 * @param parts.path file in the state folder
 */
export const openLeftDecoders = async (deps: {
  readonly path: string;
  readonly machine: Machine;
  readonly log: Log;
}): Promise<LeftDecoders> => {
  const { path, machine, log } = deps;
  const file: DurableFile<readonly Left[]> = createDurableFile({ path, parse });
  const warn = (error: unknown): void => log.warning(`Decoders that failed cannot be recorded: ${toReason(error)}.`);
  const read = await file.read().catch(warn);
  if (read !== undefined && read.problems.length > 0) log.warning(`Decoders: ${read.problems.join('; ')}.`);
  let isRead = read !== undefined;
  const save = async (all: readonly Left[]): Promise<readonly Left[]> => {
    let found: readonly Left[] = [];
    try {
      // What could not be read is not replaced, but completed once it can be.
      const document = isRead ? undefined : (await file.read()).document;
      found = (document ?? []).filter(({ kind, decoder }) => !all.some(isSame(kind, decoder)));
      isRead = true;
      await file.write([...all, ...found]);
    } catch (error) {
      warn(error);
    }
    return found;
  };
  return createLeftDecoders(read?.document ?? [], machine, save);
};

const parse = (value: unknown): readonly Left[] => {
  if (!Array.isArray(value) || !value.every(isLeft)) throw new Error('it is not a list of decoders');
  return value;
};

const isLeft = (value: unknown): value is Left =>
  hasTexts(value, ['kind', 'decoder', 'why']) && hasTexts(value.versions, ['kernel', 'product', 'mpv', 'ffmpeg']);

const hasTexts = (value: unknown, names: readonly string[]): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && names.every((name) => typeof Reflect.get(value, name) === 'string');
