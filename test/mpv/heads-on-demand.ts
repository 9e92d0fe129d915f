// Heads for tests: made when a clip is loaded, for every file that can have one.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeHead } from '../../src/library/heads/make-head.ts';
import type { Head, Heads } from '../../src/mpv/heads.ts';
import { openRegularFile } from '../../src/storage/regular-file.ts';

export const createHeadsOnDemand = (folder: string): Heads & { readonly found: Head[]; readonly dropped: Head[] } => {
  const made = new Map<string, Promise<Head | undefined>>();
  const found: Head[] = [];
  const dropped: Head[] = [];
  const make = async (clip: string, inSeconds: number, path: string): Promise<Head | undefined> => {
    const file = await openRegularFile(clip);
    try {
      const head = await makeHead(file, inSeconds, path, openRegularFile, new AbortController().signal);
      return head && { ...head, path };
    } catch {
      return undefined;
    } finally {
      await file.close();
    }
  };
  return {
    ...{ found, dropped },
    find: async (path, inSeconds) => {
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }));
      const key = `${path} ${inSeconds} ${mtimeMs}`;
      const making = made.get(key) ?? make(path, inSeconds, join(folder, `${made.size}.nut`)).catch(() => undefined);
      made.set(key, making);
      const head = await making;
      if (head !== undefined) found.push(head);
      return head;
    },
    enable: () => undefined,
    drop: (head) => void dropped.push(head),
  };
};
