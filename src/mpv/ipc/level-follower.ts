// Keeps mpv at the master levels: beside the queue of steps, and one command at a time, so that a slow mpv gets the
// levels of now and no backlog of earlier ones.
import type { Sound } from '../../deck/clips/clip.ts';
import { FULL_LEVELS, type MasterLevels } from '../../deck/master/levels.ts';
import { toFadeCommand } from '../fade-overlay.ts';
import { type Loudness, toSoundProperties } from '../file-options.ts';
import type { Command } from './ipc-connection.ts';

export interface LevelFollower {
  /** Before anything is shown or heard. */
  open(): Promise<void>;
  /** What the volume of a file that is loaded now is a share of. */
  loudness(): Loudness;
  /** The levels have moved. */
  follow(): void;
  /** A file has been loaded: the levels may have moved since `loudness`. */
  loaded(): void;
  /** The clip's own sound has changed. @throws AppError `unplayable`, `player-unavailable` */
  applySound(): Promise<void>;
}

export const createLevelFollower = (mpv: {
  readonly levels: () => MasterLevels;
  /** Of the clip that is up. */
  readonly sound: () => Sound | undefined;
  readonly property: (name: string) => Promise<unknown>;
  readonly request: (command: Command) => Promise<unknown>;
  readonly setFileOptions: (properties: Readonly<Record<string, string>>) => Promise<unknown>;
}): LevelFollower => {
  const { levels, sound, property, request, setFileOptions } = mpv;
  let ownPercent = 100;
  /** What mpv was given last; the sound's belongs to the file that is up. */
  let given = FULL_LEVELS;
  let loadedWith = levels().sound;
  let isSending = false;
  let isBehind = false;

  const applySound = async (): Promise<void> => {
    const clip = sound();
    if (clip === undefined) return;
    given = { ...given, sound: levels().sound };
    await setFileOptions(toSoundProperties(clip, { ownPercent, levels: levels() }));
  };

  const applyPicture = async (): Promise<void> => {
    const { picture } = levels();
    if (picture === given.picture) return;
    given = { ...given, picture };
    await request(toFadeCommand(picture));
  };

  const send = async (): Promise<void> => {
    isSending = true;
    do {
      isBehind = false;
      await Promise.all([applyPicture(), given.sound === levels().sound ? undefined : applySound()]);
    } while (isBehind);
  };

  const follow = (): void => {
    isBehind = true;
    if (isSending) return;
    // mpv has gone, or has no file: the next one is loaded with the levels.
    const done = (): void => {
      isSending = false;
    };
    send().then(done, done);
  };

  return {
    open: async () => {
      const own = await property('volume');
      if (typeof own === 'number') ownPercent = own;
      await applyPicture();
    },
    loudness: () => {
      loadedWith = levels().sound;
      return { ownPercent, levels: levels() };
    },
    follow,
    loaded: () => {
      given = { ...given, sound: loadedWith };
      follow();
    },
    applySound,
  };
};
