// Which player this page is of and what is on its output, in the header and on the browser's tab.
import { useEffect } from 'preact/hooks';
import { call } from '../client/api.ts';
import { clipById, clips, link, transport } from '../client/event-stream.ts';
import { createStore, useStore } from '../client/store.ts';
import { toTitle } from '../format/title-text.ts';

const POLL_INTERVAL_MS = 30_000;
const deviceName = createStore('');

/** Called by the Device view when the name changes there. */
export const setDeviceName = (name: string): void => deviceName.set(name);

const useDeviceName = (): string => {
  const isOpen = useStore(link, (value) => value === 'open');
  useEffect(() => {
    if (!isOpen) return;
    const poll = (): void =>
      void call('get', '/device').then(
        ({ name }) => setDeviceName(name),
        () => undefined,
      );
    poll();
    const timer = setInterval(poll, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isOpen]);
  return useStore(deviceName, (value) => value);
};

export const useTitle = (): void => {
  const device = useDeviceName();
  const isLost = useStore(link, (value) => value === 'lost');
  const { clipId, state } = useStore(transport, (value) => value);
  const clip = useStore(clips, (all) => (clipId === 'splash' ? undefined : clipById(all, clipId)?.name));
  const title = toTitle({ device, isLost, clip, state });
  useEffect(() => {
    document.title = title;
  }, [title]);
};

/** Shown beside the brand; without the clip in views that show it large. */
export const DeviceAndClip = ({ showsClip }: { readonly showsClip: boolean }) => {
  const device = useStore(deviceName, (value) => value);
  const clipId = useStore(transport, (value) => value.clipId);
  const clip = useStore(clips, (all) => (clipId === 'splash' ? undefined : clipById(all, clipId)?.name));
  return (
    <span class="on-output">
      <b>{device}</b>
      {showsClip && <span>{clip ?? 'No clip'}</span>}
    </span>
  );
};
