// Feeds open dashboards by Server-Sent Events: everything at once, then each part as it changes.
import type { ServerResponse } from 'node:http';
import { ConnectionPlaces } from '../../net/fair-places.ts';
import { type Cancel, type Clock, every } from '../clock.ts';

export interface DashboardFeed {
  /** Something that the page shows may have changed. */
  nudge(): void;
  /** False when too many watch already, and for a response that waits for another one of its connection. */
  watch(response: ServerResponse): boolean;
  stop(): void;
}

const MAX_CLIENTS = 50;
const UPDATE_INTERVAL_SECONDS = 0.5;
/** Keeps proxies from ending a quiet stream. */
const HEARTBEAT_INTERVAL_SECONDS = 15;
/** A watcher that does not read is let go. */
const MAX_BACKLOG_BYTES = 1_000_000;

export const createDashboardFeed = ({
  clock,
  toView,
}: {
  readonly clock: Clock;
  readonly toView: () => Readonly<Record<string, unknown>>;
}): DashboardFeed => {
  const watchers = new Set<ServerResponse>();
  const places = new ConnectionPlaces({ max: MAX_CLIENTS });
  const sent = new Map<string, string>();
  let cancelUpdate: Cancel | undefined;
  let cancelHeartbeat: Cancel | undefined;

  const write = (watcher: ServerResponse, text: string): void => {
    if (watcher.writableLength > MAX_BACKLOG_BYTES) watcher.destroy();
    else watcher.write(text);
  };

  /** Brings every watcher up to date. */
  const update = (): void => {
    cancelUpdate?.();
    cancelUpdate = undefined;
    for (const [part, value] of Object.entries(toView())) {
      const event = `event: ${part}\ndata: ${JSON.stringify(value)}\n\n`;
      if (sent.get(part) === event) continue;
      sent.set(part, event);
      for (const watcher of watchers) write(watcher, event);
    }
  };

  const beat = (): void => {
    for (const watcher of watchers) write(watcher, ':\n\n');
  };

  const leave = (watcher: ServerResponse): void => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    cancelHeartbeat?.();
    cancelHeartbeat = undefined;
  };

  return {
    nudge: () => {
      if (watchers.size > 0) cancelUpdate ??= clock.after(UPDATE_INTERVAL_SECONDS, update);
    },
    watch: (response) => {
      // One that has no connection yet is never told that its client went, and would be kept for ever.
      if (response.socket === null) return false;
      const place = places.acquire({
        address: response.socket.remoteAddress ?? '',
        isIdle: () => response.writableNeedDrain,
        evict: () => response.destroy(),
      });
      if (place === undefined) return false;
      update();
      for (const event of sent.values()) write(response, event);
      watchers.add(response);
      response.on('close', () => {
        place.leave();
        leave(response);
      });
      cancelHeartbeat ??= every(clock, HEARTBEAT_INTERVAL_SECONDS, beat);
      return true;
    },
    stop: () => {
      cancelHeartbeat?.();
      cancelUpdate?.();
      for (const watcher of watchers) watcher.end();
    },
  };
};
