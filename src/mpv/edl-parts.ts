// Checks the files of an EDL before mpv opens them; a swapped file could reference others.

import { AppError } from '../base/errors.ts';
import type { Media } from '../deck/ports.ts';
import { whyReferenceAt } from '../storage/file-references.ts';

/** Files that are checked in parallel: an EDL may have a thousand clips. */
const AT_ONCE = 16;

/** @throws AppError `unplayable` when a part references other files */
export const checkParts = async (picture: Media): Promise<void> => {
  if (picture.kind === 'reel') await checkPaths([...new Set(picture.parts.map(({ path }) => path))]);
};

/** @throws AppError `unplayable` when one references other files */
export const checkPaths = async (paths: readonly string[]): Promise<void> => {
  for (let at = 0; at < paths.length; at += AT_ONCE) {
    await Promise.all(
      paths.slice(at, at + AT_ONCE).map(async (path) => {
        const why = await whyReferenceAt(path);
        if (why === undefined) return;
        throw new AppError('unplayable', `The player can't show ${path.replace(/^.*\//, '')}: ${why}.`);
      }),
    );
  }
};
