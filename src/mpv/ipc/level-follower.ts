// Keeps mpv at the master levels and at what lies over the picture: beside the queue of steps, and one command at a time, so that a slow mpv gets the
// levels of now and no backlog of earlier ones.
import { FULL_LEVELS, type MasterLevels } from '../../deck/master/levels.ts';
import { NO_LINES, type OverlayLines } from '../../deck/overlay/overlay-lines.ts';
import { toFadeCommand } from '../fade-overlay.ts';
import { type BaseVolume, toSoundProperties } from '../file-options.ts';
import { createOverlayDrawer } from '../overlay-drawer.ts';
import type { Command } from './ipc-connection.ts';
import type { Observed } from './observed.ts';

export interface LevelFollower {
  /** Before anything is shown or heard. */
  open(): Promise<void>;
  /** What the volume of a file that is loaded now is a share of. */
  baseVolume(): BaseVolume;
  /** The levels have moved, or what is drawn is another. */
  follow(): void;
  /** A file has been loaded: the levels may have moved since `baseVolume`. */
  loaded(): void;
  /** The clip's own sound has changed. @throws AppError `unplayable`, `player-unavailable` */
  applySound(): Promise<void>;
}

export const createLevelFollower = (mpv: {
  readonly levels: () => MasterLevels;
  /** Nothing where absent. */
  readonly overlay?: () => OverlayLines;
  readonly observed: () => Observed;
  readonly property: (name: string) => Promise<unknown>;
  readonly request: (command: Command) => Promise<unknown>;
  readonly setFileOptions: (properties: Readonly<Record<string, string>>) => Promise<unknown>;
}): LevelFollower => {
  const { levels, overlay = () => NO_LINES, observed, property, request, setFileOptions } = mpv;
  const drawOverlay = createOverlayDrawer({
    ...{ overlay, property, request },
    rotationDegrees: () => observed().output.rotationDegrees,
  });
  let ownPercent = 100;
  /** What mpv was given last; the sound's belongs to the file that is up. */
  let given = FULL_LEVELS;
  let loadedWith = levels().sound;
  let isSending = false;
  let isBehind = false;

  const applySound = async (): Promise<void> => {
    const { cue } = observed();
    if (cue === undefined) return;
    given = { ...given, sound: levels().sound };
    await setFileOptions(toSoundProperties(cue.sound, { ownPercent, levels: levels() }));
  };

  const applyPicture = async (): Promise<void> => {
    const { picture } = levels();
    if (picture === given.picture) return;
    given = { ...given, picture };
    await request(toFadeCommand(picture));
  };

  const send = async (): Promise<void> => {
    isSending = true;
    try {
      do {
        isBehind = false;
        const isSoundRight = given.sound === levels().sound;
        await Promise.all([applyPicture(), drawOverlay(), isSoundRight ? undefined : applySound()]);
      } while (isBehind);
    } finally {
      // At once: what comes between would wait for ever.
      isSending = false;
    }
  };

  const follow = (): void => {
    isBehind = true;
    // Where it fails mpv has gone, or has no file: the next one is loaded with the levels.
    if (!isSending) send().catch(() => undefined);
  };

  return {
    open: async () => {
      const own = await property('volume');
      if (typeof own === 'number') ownPercent = own;
      await applyPicture();
      await drawOverlay();
    },
    baseVolume: () => {
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
