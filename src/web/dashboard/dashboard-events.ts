// What the talkgroup service tells the dashboard.
import type { DashboardView } from '../../talkgroup/http/dashboard-payload.ts';
import { createLiveChannel, listenTo } from '../client/live-channel.ts';
import { createStore } from '../client/store.ts';

const EVENTS_PATH = '/dashboard/events';
const PARTS = ['peers', 'bridges', 'talkgroups', 'talking', 'heard'] as const satisfies (keyof DashboardView)[];

/** The received parts of the page. */
export const view = createStore<Partial<DashboardView>>({});

/** The state of the service; HEAD takes no place of a page. */
const check = async (timeoutMs: number): Promise<'well' | undefined> => {
  try {
    const { ok } = await fetch(EVENTS_PATH, { method: 'HEAD', signal: AbortSignal.timeout(timeoutMs) });
    return ok ? 'well' : undefined;
  } catch {
    return undefined;
  }
};

export const { link, watch } = createLiveChannel({
  url: EVENTS_PATH,
  check,
  listen: (source, onOpen) => {
    for (const part of PARTS)
      listenTo<DashboardView[typeof part]>(source, part, (value) => {
        view.set({ ...view.get(), [part]: value });
        onOpen();
      });
  },
});
