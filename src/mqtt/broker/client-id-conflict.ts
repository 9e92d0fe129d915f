// Detects two clients with one client id.
import type { Clock } from '../../base/clock.ts';

/** Three of the longest pauses without being thrown off: the other client is gone. */
const RESOLVED_AFTER_SECONDS = 90;
/**
 * Mosquitto before 2.0.15, as Debian 12 has it, gives no reason when a connection is taken over. Connections that are lost
 * one after the other, with none refused in between, tell as much; when they are short ones, this side has to stay away.
 */
const IN_A_ROW = 3;
const DETECTION_WINDOW_SECONDS = 60;
const SHORT_CONNECTION_SECONDS = 5;

export interface ClientIdConflict {
  /** Whether another client of the id is about. */
  isKnown(): boolean;
  /** The broker says that the other one has connected. */
  sessionTakenOver(): void;
  up(): void;
  /**
   * @param livedSeconds for how long it was connected; absent: it was not
   * @returns whether to stay away for long: two that both come back at once are neither there
   */
  closed(livedSeconds?: number): boolean;
  stop(): void;
}

/** @param parts.warn told once, until `onAlone` is called */
export const createClientIdConflict = ({
  clientId,
  clock,
  warn,
  onAlone,
}: {
  readonly clientId: string;
  readonly clock: Clock;
  readonly warn: (text: string) => void;
  readonly onAlone: () => void;
}): ClientIdConflict => {
  let isKnown = false;
  let isFight = false;
  let isTakenOver = false;
  let brief = 0;
  let short = 0;
  let stopWatch: (() => void) | undefined;
  const find = (sign: string): void => {
    if (!isKnown) warn(`${sign} as ${clientId}; give each player a CUEDECK_MQTT_PLAYER of its own`);
    isKnown = true;
  };
  return {
    isKnown: () => isKnown,
    sessionTakenOver: () => {
      isTakenOver = true;
      find('another client is there');
    },
    up: () => {
      if (!isKnown) return;
      stopWatch = clock.after(RESOLVED_AFTER_SECONDS, () => {
        isKnown = false;
        isFight = false;
        onAlone();
      });
    },
    closed: (livedSeconds = Number.POSITIVE_INFINITY) => {
      stopWatch?.();
      brief = livedSeconds <= DETECTION_WINDOW_SECONDS ? brief + 1 : 0;
      short = livedSeconds <= SHORT_CONNECTION_SECONDS ? short + 1 : 0;
      isFight ||= short >= IN_A_ROW;
      if (brief >= IN_A_ROW) find('the connection is lost again and again, as it is when another client is there');
      const isLong = isTakenOver || (isFight && brief > 0);
      isTakenOver = false;
      return isLong;
    },
    stop: () => stopWatch?.(),
  };
};
