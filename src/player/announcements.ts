// Announces the player's state: splash text, systemd status, faults and the first picture.

import type { Log } from '../base/log.ts';
import type { Condition } from '../daemon/sd-notify.ts';
import type { Deck } from '../deck/deck.ts';
import type { Machine, Player, PlayerView } from '../deck/ports.ts';
import { isOnSplash, selectedIndex } from '../deck/state.ts';

/** Of a box whose settings could not be read or kept at boot. */
export const CLOSED_NOTICE = 'The settings could not be read or kept: a token is needed';

/** @param notice what whoever stands before the screen has to know */
export const toSplashLines = (
  machine: Pick<Machine, 'hostName' | 'announcedName' | 'interfaces'>,
  httpPort: number,
  notice?: string,
): readonly string[] => [
  machine.announcedName() ?? machine.hostName(),
  ...Object.entries(machine.interfaces()).map(
    ([name, address]) => `${name}  ${address}${httpPort === 80 ? '' : `  port ${httpPort}`}`,
  ),
  ...(notice === undefined ? [] : [notice]),
];

export const toCondition = (player: Player, deck: Deck): Condition => {
  let hasAnswered = player.view().running;
  player.subscribe(({ running }) => {
    hasAnswered ||= running;
  });
  return {
    // An mpv that never started (not installed, no permission) is not cured by a restart of the daemon, which stays up and reports the reason.
    isWell: () => player.view().running || !hasAnswered,
    status: () => {
      const state = deck.state();
      const clips = state.document.clips.length - 1;
      if (!player.view().running) return `${clips} clips, the player is not up`;
      return isOnSplash(state) ? `${clips} clips` : `${clips} clips, clip ${selectedIndex(state)} ${state.transport}`;
    },
  };
};

const tellFaults = (deck: Deck, log: Log): void => {
  deck.subscribe((state, before) => {
    if (state.fault !== undefined && state.fault !== before.fault) log.error(`playback failed: ${state.fault.message}`);
  });
};

/** The picture of an adopted mpv may already be shown. */
export const tellFirstPicture = (player: Player, hasDisplay: () => boolean, log: Log): void => {
  let isTold = false;
  const look = ({ cue }: PlayerView): void => {
    if (cue === undefined || isTold) return;
    isTold = true;
    stop();
    log.info(hasDisplay() ? 'picture up' : 'picture up, without a display to show it');
  };
  const stop = player.subscribe(look);
  look(player.view());
};

/** Logs faults and the first picture, and updates the text over the splash screen. */
export const announce = (deps: {
  readonly deck: Deck;
  readonly player: Player;
  readonly hasDisplay: () => boolean;
  readonly machine: Machine;
  readonly httpPort: number;
  readonly notice: string | undefined;
  readonly log: Log;
}): void => {
  const { deck, player, hasDisplay, machine, httpPort, notice, log } = deps;
  const label = (): void => deck.setSplashLines(toSplashLines(machine, httpPort, notice));
  tellFaults(deck, log);
  label();
  machine.subscribe(label);
  tellFirstPicture(player, hasDisplay, log);
};
