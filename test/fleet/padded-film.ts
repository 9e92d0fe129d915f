// A film that takes a while on its way to a player.
import { appendFileSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { media } from '../media/media.ts';

/**
 * Makes `film.mp4` in the folder, with a box at its end that players pass over.
 * @returns its path
 */
export const makePaddedFilm = (folder: string, paddingBytes: number): string => {
  const path = join(folder, 'film.mp4');
  copyFileSync(media('numbered-25.mp4'), path);
  const box = Buffer.alloc(paddingBytes, 'x');
  box.writeUInt32BE(paddingBytes, 0);
  box.write('free', 4);
  appendFileSync(path, box);
  return path;
};
