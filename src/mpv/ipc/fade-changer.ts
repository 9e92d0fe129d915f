// Gives the file that is loaded other fades.
import type { ClipFade } from '../../deck/playback/clip-fades.ts';
import { TRACK_OPTIONS, toFadeTrack, withSoundFades } from '../fade-track.ts';
import type { Command } from './ipc-connection.ts';

/** @throws AppError `unplayable`, `player-unavailable` */
export type ChangeFades = (before: readonly ClipFade[], after: readonly ClipFade[]) => Promise<void>;

export const createFadeChanger = (mpv: {
  readonly property: (name: string) => Promise<unknown>;
  readonly request: (command: Command) => Promise<unknown>;
  readonly setFileOptions: (properties: Readonly<Record<string, unknown>>) => Promise<unknown>;
}): ChangeFades => {
  const { property, request, setFileOptions } = mpv;

  const changeTrack = async (before: readonly ClipFade[], after: readonly ClipFade[]): Promise<void> => {
    const track = before.length > 0 ? await property('sid') : undefined;
    // The choice of a track is to end with the file.
    if (before.length === 0) await setFileOptions({ sid: 'no', ...TRACK_OPTIONS });
    // The new one first, so that the picture never stands without.
    if (after.length > 0) await request(['sub-add', toFadeTrack(after), 'select']);
    if (typeof track === 'number') await request(['sub-remove', track]);
  };

  return async (before, after) => {
    await Promise.all([
      changeTrack(before, after),
      property('af').then((filters) => setFileOptions({ af: withSoundFades(filters, after) })),
    ]);
  };
};
