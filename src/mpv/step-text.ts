// A step of the plan in the log: what is done and why, without what may be long.
import { type Step, toMediaName } from '../deck/ports.ts';

export const toStepText = (step: Step): string => `${toActionText(step)}: ${step.why}`;

const toActionText = (step: Step): string => {
  switch (step.do) {
    case 'load':
      return `load ${toMediaName(step.cue.picture)} at ${step.atSeconds} s, ${step.playing ? 'playing' : 'paused'}`;
    case 'seek':
      return `seek to ${step.toSeconds} s`;
    case 'speed':
      return `speed ${step.factor}`;
    default:
      return step.do;
  }
};
