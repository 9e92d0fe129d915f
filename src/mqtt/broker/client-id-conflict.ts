// Detects two clients with one client id.
import type { Clock } from '../../base/clock.ts';

/** After three of the longest pauses without a takeover the other client is gone. */
const RESOLVED_AFTER_SECONDS = 90;
/**
 * Mosquitto before 2.0.15 (Debian 12) gives no reason when a session is taken over. Several lost connections in a row,
 * with no rejected one in between, indicate it; when they were short, this client must stay away.
 */
const IN_A_ROW = 3;
const DETECTION_WINDOW_SECONDS = 60;
const SHORT_CONNECTION_SECONDS = 5;

export interface ClientIdConflict {
  /** True while another client uses the id. */
  isKnown(): boolean;
  /** Records the broker's notice that another client has connected. */
  sessionTakenOver(): void;
  up(): void;
  /**
   * @param livedSeconds duration of the connection; absent: it failed
   * @returns true to stay away for long: if both clients reconnect at once, neither stays connected
   */
  closed(livedSeconds?: number): boolean;
  stop(): void;
}

/** @param deps.warn called once, until `onAlone` is called */
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
