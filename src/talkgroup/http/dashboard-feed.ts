// Feeds open dashboards: everything at once, then each part as it changes.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../../base/log.ts';
import { EventChannel } from '../../net/event-channel.ts';
import { type Frame, toFrame } from '../../net/event-stream.ts';
import type { Cancel, Clock } from '../clock.ts';
import type { DashboardView } from './dashboard-payload.ts';

export interface DashboardFeed {
  /** Reports that something on the page may have changed. */
  nudge(): void;
  /** @throws AppError `busy`: too many clients, or the response waits for another one of its connection */
  open(request: IncomingMessage, response: ServerResponse): void;
  stop(): void;
}

const MAX_CLIENTS = 50;
/** Stops nginx from buffering events. */
const HEADERS = { 'X-Accel-Buffering': 'no' };
const UPDATE_INTERVAL_SECONDS = 0.5;

export const createDashboardFeed = ({
  clock,
  log,
  toView,
}: {
  readonly clock: Clock;
  readonly log: Log;
  readonly toView: () => DashboardView;
}): DashboardFeed => {
  const channel = new EventChannel({ clock, log, headers: HEADERS, maxClients: MAX_CLIENTS });
  const sent = new Map<string, { readonly json: string; readonly frame: Frame }>();
  let cancelUpdate: Cancel | undefined;
  let updatedAtSeconds = Number.NEGATIVE_INFINITY;

  /** Updates every client. */
  const update = (): void => {
    cancelUpdate?.();
    cancelUpdate = undefined;
    updatedAtSeconds = clock.seconds();
    for (const [part, value] of Object.entries(toView())) {
      const json = JSON.stringify(value);
      if (sent.get(part)?.json === json) continue;
      const frame = toFrame(part, json);
      sent.set(part, { json, frame });
      channel.publish(frame);
    }
  };

  return {
    nudge: () => {
      if (channel.hasClients) cancelUpdate ??= clock.after(UPDATE_INTERVAL_SECONDS, update);
    },
    open: (request, response) =>
      channel.open(request, response, () => {
        // Many who come at once are given what was made for the first of them, and the news with the next update.
        if (clock.seconds() - updatedAtSeconds < UPDATE_INTERVAL_SECONDS)
          cancelUpdate ??= clock.after(UPDATE_INTERVAL_SECONDS, update);
        else update();
        return [...sent.values()].map(({ frame }) => frame);
      }),
    stop: () => {
      cancelUpdate?.();
      channel.stop();
    },
  };
};
