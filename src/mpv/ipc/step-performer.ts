// Performs a step of the deck in mpv.
import type { Cue, Step } from '../../deck/ports.ts';
import { toOutputProperties, toSectionProperties } from '../file-options.ts';
import { toOsdCommand } from '../osd-overlay.ts';
import { isSameFilter } from '../sound-filters.ts';
import type { FadeChanger } from './fade-changer.ts';
import type { FadeCover } from './fade-cover.ts';
import type { Command } from './ipc-connection.ts';
import type { LevelFollower } from './level-follower.ts';
import type { Loader } from './loader.ts';
import type { Observed } from './observed.ts';
import type { Seeker } from './seeker.ts';

type SetProperties = (properties: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** @throws AppError `unplayable`, `player-unavailable` */
export type PerformStep = (step: Step) => Promise<void>;

export const createStepPerformer = (mpv: {
  readonly observed: () => Observed;
  /** Records what the step has changed. */
  readonly change: (change: Partial<Observed>) => void;
  readonly refresh: () => Promise<void>;
  readonly request: (command: Command) => Promise<unknown>;
  readonly setProperties: SetProperties;
  readonly setFileOptions: SetProperties;
  readonly loader: Loader;
  readonly seeker: Seeker;
  readonly levels: LevelFollower;
  readonly cover: FadeCover;
  readonly fades: FadeChanger;
}): PerformStep => {
  const pause = async (paused: boolean): Promise<void> => {
    await mpv.request(['set_property', 'pause', paused]);
    // The position that mpv told last may be one frame behind the picture that now stands.
    if (paused) return mpv.refresh();
    mpv.change({ paused, ended: false });
  };

  const changeCue = (change: Partial<Cue>): void => {
    const { cue } = mpv.observed();
    mpv.change({ cue: cue && { ...cue, ...change } });
  };

  /** Changes what the filters of the sound follow, and them where they do. */
  const changeSound = async (change: Partial<Cue>, output = mpv.observed().output): Promise<void> => {
    const { cue, output: before } = mpv.observed();
    if (cue !== undefined && cue.picture.kind !== 'screen') {
      const sound = { ...cue, ...change, delayMilliseconds: output.audioDelayMilliseconds };
      const isSame = isSameFilter({ ...cue, delayMilliseconds: before.audioDelayMilliseconds }, sound);
      if (!isSame) await mpv.fades.changeSound(sound);
    }
    mpv.change({ output, cue: cue && { ...cue, ...change } });
  };

  return async (step) => {
    switch (step.do) {
      case 'load':
        await mpv.loader.load(step);
        return mpv.levels.loaded();
      case 'trim':
        await mpv.setFileOptions(toSectionProperties(step.section));
        return changeSound({ section: step.section });
      case 'sound':
        changeCue({ sound: step.sound });
        return mpv.levels.applySound();
      case 'fades': {
        const { fades = [] } = mpv.observed().cue ?? {};
        await Promise.all([mpv.fades.changeTrack(fades, step.fades), changeSound({ fades: step.fades })]);
        return mpv.cover.lift();
      }
      case 'output':
        await mpv.setProperties(toOutputProperties(mpv.observed().output, step.output));
        await changeSound({}, step.output);
        return mpv.levels.follow();
      case 'seek':
        return mpv.seeker.seek(step.toSeconds);
      case 'play':
        return pause(false);
      case 'pause':
        return pause(true);
      case 'speed':
        await mpv.request(['set_property', 'speed', step.factor]);
        return mpv.change({ speed: step.factor });
      case 'overlay':
        await mpv.request(toOsdCommand(step.lines));
        return mpv.change({ overlay: step.lines });
    }
  };
};
