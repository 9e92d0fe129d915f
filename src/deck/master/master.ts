// The master of the output: volume and mute over whatever plays. It moves the levels in small steps, beside the queue
// of operations, so that a load that takes its time holds up neither a ramp nor a mute.
import type { Clock } from '../../base/clock.ts';
import type { Sound } from '../clips/clip.ts';
import type { Player } from '../ports.ts';
import { isOver, type Ramp, rampTo, standAt, valueAt } from './ramp.ts';

/** A ramp of 2 s moves by less than 1 % at a time. */
const STEP_SECONDS = 0.015;
/** A jump of the level would be heard as a click. */
const MIN_SOUND_RAMP_SECONDS = 0.05;
/** The card wears: a fader that is moved is saved at most as often. */
const SAVE_INTERVAL_SECONDS = 1;

export interface Master {
  /** To so many percent, 0 to 100; from the present volume in so many seconds. */
  setVolume(percent: number, seconds?: number): void;
  mute(on: boolean): void;
  /** Ends ramps where they are and saves what is set. */
  dispose(): Promise<void>;
}

export const createMaster = (deps: {
  readonly player: Pick<Player, 'setLevels'>;
  readonly clock: Clock;
  /** As it was kept. */
  readonly sound: Sound;
  readonly onChange: (sound: Sound) => void;
  /** Keeps the sound over restarts. */
  readonly save: (sound: Sound) => Promise<void>;
}): Master => {
  const { player, clock, onChange, save } = deps;
  let { sound } = deps;
  let volume = standAt(sound.volumePercent);
  /** 1 while it is heard. */
  let heard = standAt(sound.muted ? 0 : 1);
  let stopStepping: (() => void) | undefined;
  let stopWaiting: (() => void) | undefined;
  let saved = sound;
  let saving = Promise.resolve();

  const step = (): void => {
    stopStepping?.();
    const now = clock.nowSeconds();
    player.setLevels({ sound: (valueAt(volume, now) / 100) * valueAt(heard, now) });
    const isDone = [volume, heard].every((ramp: Ramp) => isOver(ramp, now));
    stopStepping = isDone ? undefined : clock.after(STEP_SECONDS, step);
  };

  const saveNow = (): void => {
    if (saved === sound) return;
    saved = sound;
    // A full disk must not make a change fail that is already heard.
    saving = save(sound).catch(() => undefined);
  };

  const keep = (): void => {
    if (stopWaiting !== undefined) return;
    saveNow();
    stopWaiting = clock.after(SAVE_INTERVAL_SECONDS, () => {
      stopWaiting = undefined;
      if (saved !== sound) keep();
    });
  };

  const setSound = (change: Partial<Sound>): void => {
    const next = { ...sound, ...change };
    step();
    if (next.volumePercent === sound.volumePercent && next.muted === sound.muted) return;
    sound = next;
    onChange(sound);
    keep();
  };

  step();
  return {
    setVolume: (percent, seconds = 0) => {
      volume = rampTo(volume, percent, Math.max(seconds, MIN_SOUND_RAMP_SECONDS), clock.nowSeconds());
      setSound({ volumePercent: percent });
    },
    mute: (on) => {
      heard = rampTo(heard, on ? 0 : 1, MIN_SOUND_RAMP_SECONDS, clock.nowSeconds());
      setSound({ muted: on });
    },
    dispose: () => {
      stopStepping?.();
      stopWaiting?.();
      saveNow();
      return saving;
    },
  };
};
