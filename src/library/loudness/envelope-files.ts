// The envelopes on disk: a file for each clip, whose name says of which file it was made.
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { toReason } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { replaceFile } from '../../storage/synced-file.ts';
import type { LoudnessEntry } from './loudness-record.ts';

const MODE = 0o644;
const SUFFIX = '.peaks';

type Source = LoudnessEntry['file'];

/** Changes when the file does. */
const toVersion = ({ bytes, changedMs }: Source): string => `${bytes}-${Math.round(changedMs)}`;
const toName = (id: string, source: Source): string => `${id}.${toVersion(source)}${SUFFIX}`;

export interface EnvelopeFiles {
  /** Takes over those of earlier runs, and removes any other. Never rejects. */
  open(entries: ReadonlyMap<string, LoudnessEntry>): Promise<void>;
  /** Undefined where there is none of this file. */
  find(id: string, source: Source): { readonly version: string; readonly path: string } | undefined;
  /** Whether it is to be made. False also for one that could not be written, as on a full disk: the next start tries again. */
  lacks(id: string, source: Source): boolean;
  /** Replaces the clip's former one. Never rejects. */
  save(id: string, source: Source, envelope: Buffer): Promise<void>;
  remove(id: string): void;
}

export const createEnvelopeFiles = ({ folder, log }: { readonly folder: string; readonly log: Log }): EnvelopeFiles => {
  /** Name by the id of the clip. */
  const names = new Map<string, string>();
  const unwritten = new Set<string>();
  let hasFailed = false;
  const erase = (name: string): void => void rm(join(folder, name), { force: true }).catch(() => undefined);
  const warn = (error: unknown): void => {
    if (!hasFailed) log.warning(`The levels for the page's sound meter cannot be read or saved: ${toReason(error)}.`);
    hasFailed = true;
  };
  const remove = (id: string): void => {
    const name = names.get(id);
    if (name === undefined) return;
    names.delete(id);
    erase(name);
  };
  return {
    open: async (entries) => {
      const wanted = new Map([...entries].map(([id, { file }]) => [toName(id, file), id]));
      try {
        await mkdir(folder, { recursive: true });
        for (const name of await readdir(folder)) {
          const id = wanted.get(name);
          if (id === undefined) erase(name);
          else names.set(id, name);
        }
      } catch (error) {
        warn(error);
      }
    },
    find: (id, source) => {
      const name = toName(id, source);
      return names.get(id) === name ? { version: toVersion(source), path: join(folder, name) } : undefined;
    },
    lacks: (id, source) => {
      const name = toName(id, source);
      return names.get(id) !== name && !unwritten.has(name);
    },
    save: async (id, source, envelope) => {
      const name = toName(id, source);
      try {
        await mkdir(folder, { recursive: true });
        await replaceFile(join(folder, name), envelope, MODE);
        if (names.get(id) !== name) remove(id);
        names.set(id, name);
        hasFailed = false;
      } catch (error) {
        unwritten.add(name);
        warn(error);
      }
    },
    remove,
  };
};
