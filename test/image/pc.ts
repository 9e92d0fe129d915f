// A PC with the amd64 image on its disk: its card as an owner edits it, and what it shows and says once it is on.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../appliance/command.ts';
import { buildImage, type Card, createCard } from './card.ts';
import { createKey, type Guest, SCREEN, startPc } from './guest.ts';
import { asOnScreen, distance, frameNumber } from './picture.ts';

export const CARD_GIB = 6;
/** The splash as mpv draws it and as ffmpeg scales it are not the same to the bit. */
const SAME_PICTURE = 6;
const OTHER_PICTURE = 20;

export interface Pc {
  readonly card: Card;
  /** The line of the owner's public key. */
  readonly key: string;
  /** The machine that was switched on last. @throws Error before the first start */
  readonly guest: Guest;
  /** Switches it on and waits for the first answer. */
  boot(): Promise<void>;
  /** Switches it on and waits until every unit has started; what systemd calls that, and the failed units. */
  bootWhole(): Promise<readonly [state: string, failed: string]>;
  showsSplash(seconds: number): Promise<void>;
  showsOther(seconds: number): Promise<void>;
  /** @param number of the frame of a numbered clip */
  showsFrame(number: number): Promise<void>;
  dispose(): Promise<void>;
}

/**
 * Takes a new card; nothing is switched on.
 * @param image what is on the card; built where it is not given and that is not done yet
 */
export const createPc = (image = buildImage('amd64')): Pc => {
  const folder = mkdtempSync(join(tmpdir(), 'cuedeck-image-'));
  const card = createCard(image, folder, CARD_GIB);
  const splash = asOnScreen('clips/splash.png', SCREEN.width, SCREEN.height);
  const key = createKey(folder);
  let started: Guest | undefined;
  const guest = (): Guest => {
    if (started === undefined) throw new Error('the PC was not switched on');
    return started;
  };
  const boot = async (): Promise<void> => {
    started = await startPc(folder, card.path);
    console.log(`power-on to the first answer: ${(await started.whenServing()).toFixed(0)} s`);
  };
  const fromSplash = async (): Promise<number> => distance(await guest().screen(), splash);
  return {
    card,
    key,
    get guest() {
      return guest();
    },
    boot,
    bootWhole: async () => {
      await boot();
      const state = await guest().run('systemctl is-system-running --wait; true', 900);
      return [state, await guest().run('systemctl list-units --failed --plain --no-legend')];
    },
    showsSplash: async (seconds) => {
      const look = async () => ((await fromSplash()) < SAME_PICTURE ? true : undefined);
      await until(look, seconds, 'the splash on the screen');
    },
    showsOther: async (seconds) => {
      const look = async () => ((await fromSplash()) > OTHER_PICTURE ? true : undefined);
      await until(look, seconds, 'another picture than the splash');
    },
    showsFrame: async (number) => {
      let last = -1;
      const look = async () => {
        last = frameNumber(await guest().screen());
        return last === number ? true : undefined;
      };
      await until(look, 120, `frame ${number} on the screen`).catch((error) => {
        throw new Error(`${error.message}; it shows ${last}`);
      });
    },
    dispose: async () => {
      await started?.cutPower();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
