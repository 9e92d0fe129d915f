// The master of the output: volume, mute and fades over whatever plays. It moves the levels in small steps, beside the
// queue of operations, so that a load that takes its time holds up neither a ramp nor a cut to black.
import type { Clock } from '../../base/clock.ts';
import type { Sound } from '../clips/clip.ts';
import type { Player } from '../ports.ts';
import { type Fade, type FadeTarget, toLevel } from './levels.ts';
import { isOver, type Ramp, rampTo, standAt, valueAt } from './ramp.ts';

/** A ramp of 2 s moves by less than 1 % at a time. */
const STEP_SECONDS = 0.015;
/** A jump of the level would be heard as a click. */
const MIN_SOUND_RAMP_SECONDS = 0.05;
/** The card wears: a fader that is moved is saved at most as often. */
const SAVE_INTERVAL_SECONDS = 1;

/** What the deck's state says of the master. */
interface MasterChange {
  readonly master?: Sound;
  readonly fade?: Fade;
  /** What the player was given last. */
  readonly fadeLevel?: number;
}

export interface Master {
  /** To so many percent, 0 to 100; from the present volume in so many seconds. */
  setVolume(percent: number, seconds?: number): void;
  mute(on: boolean): void;
  /** Fades picture and sound in so many seconds from where they are; 0 is a cut. What plays runs on underneath. */
  fade(to: FadeTarget, seconds: number): void;
  /** Ends ramps where they are and saves what is set. */
  dispose(): Promise<void>;
}

export const createMaster = (deps: {
  readonly player: Pick<Player, 'setLevels'>;
  readonly clock: Clock;
  readonly sound: Sound;
  /** As it was last saved; after a kill `sound` may be newer. */
  readonly savedSound: Sound;
  /** Where it stands at first. */
  readonly fadedTo: FadeTarget;
  /** Called with what has changed. */
  readonly onChange: (change: MasterChange) => void;
  /** Keeps the sound over restarts. */
  readonly save: (sound: Sound) => Promise<void>;
}): Master => {
  const { player, clock, onChange, save } = deps;
  let { sound } = deps;
  let volume = standAt(sound.volumePercent);
  /** 1 while it is heard. */
  let heard = standAt(sound.muted ? 0 : 1);
  let fade = standAt(toLevel(deps.fadedTo));
  let shown: Fade = { to: deps.fadedTo, isRunning: false };
  let stopStepping: (() => void) | undefined;
  let stopWaiting: (() => void) | undefined;
  let saved = deps.savedSound;
  let saving = Promise.resolve();

  const step = (): void => {
    stopStepping?.();
    const now = clock.nowSeconds();
    const picture = valueAt(fade, now);
    player.setLevels({ picture, sound: (valueAt(volume, now) / 100) * valueAt(heard, now) * picture });
    if (shown.isRunning) {
      if (isOver(fade, now)) shown = { ...shown, isRunning: false };
      onChange({ fade: shown, fadeLevel: picture });
    }
    const isDone = [volume, heard, fade].every((ramp: Ramp) => isOver(ramp, now));
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
    onChange({ master: sound });
    keep();
  };

  step();
  if (saved.volumePercent !== sound.volumePercent || saved.muted !== sound.muted) keep();
  else saved = sound;
  return {
    setVolume: (percent, seconds = 0) => {
      volume = rampTo(volume, percent, Math.max(seconds, MIN_SOUND_RAMP_SECONDS), clock.nowSeconds());
      setSound({ volumePercent: percent });
    },
    mute: (on) => {
      heard = rampTo(heard, on ? 0 : 1, MIN_SOUND_RAMP_SECONDS, clock.nowSeconds());
      setSound({ muted: on });
    },
    fade: (to, seconds) => {
      shown = { to, isRunning: true };
      fade = rampTo(fade, toLevel(to), seconds, clock.nowSeconds());
      step();
    },
    dispose: () => {
      stopStepping?.();
      stopWaiting?.();
      saveNow();
      return saving;
    },
  };
};
