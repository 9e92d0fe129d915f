// Performs a step of the deck in mpv.
import type { Cue, Step } from '../../deck/ports.ts';
import { toOutputProperties, toSectionProperties } from '../file-options.ts';
import { toOsdCommand } from '../osd-overlay.ts';
import type { ChangeFades } from './fade-changer.ts';
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
  readonly changeFades: ChangeFades;
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

  return async (step) => {
    switch (step.do) {
      case 'load':
        await mpv.loader.load(step);
        return mpv.levels.loaded();
      case 'trim':
        await mpv.setFileOptions(toSectionProperties(step.section));
        return changeCue({ section: step.section });
      case 'sound':
        changeCue({ sound: step.sound });
        return mpv.levels.applySound();
      case 'fades': {
        const { fades = [] } = mpv.observed().cue ?? {};
        await mpv.changeFades(fades, step.fades);
        await mpv.cover.lift();
        return changeCue({ fades: step.fades });
      }
      case 'output':
        await mpv.setProperties(toOutputProperties(mpv.observed().output, step.output));
        return mpv.change({ output: step.output });
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
