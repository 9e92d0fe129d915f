// Gives the file that is loaded other fades, and another delay of its sound.
import type { ClipFade } from '../../deck/playback/clip-fades.ts';
import { TRACK_OPTIONS, toFadeTrack } from '../fade-track.ts';
import { type FilteredSound, withSoundFilters } from '../sound-filters.ts';
import type { Command } from './ipc-connection.ts';

/** All throw AppError `unplayable`, `player-unavailable`. */
export interface FadeChanger {
  changeTrack(before: readonly ClipFade[], after: readonly ClipFade[]): Promise<void>;
  changeSound(sound: FilteredSound): Promise<void>;
}

export const createFadeChanger = (mpv: {
  readonly property: (name: string) => Promise<unknown>;
  readonly request: (command: Command) => Promise<unknown>;
  readonly setFileOptions: (properties: Readonly<Record<string, unknown>>) => Promise<unknown>;
}): FadeChanger => {
  const { property, request, setFileOptions } = mpv;
  return {
    changeTrack: async (before, after) => {
      const track = before.length > 0 ? await property('sid') : undefined;
      // The choice of a track is to end with the file.
      if (before.length === 0) await setFileOptions({ sid: 'no', ...TRACK_OPTIONS });
      // The new one first, so that the picture never stands without.
      if (after.length > 0) await request(['sub-add', toFadeTrack(after), 'select']);
      if (typeof track === 'number') await request(['sub-remove', track]);
    },
    changeSound: async (sound) => {
      await setFileOptions({ af: withSoundFilters(await property('af'), sound) });
    },
  };
};
