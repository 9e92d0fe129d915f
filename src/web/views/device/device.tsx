// The Device view: what the box is called, how it is reached, how it is, and what is done at power-on.

import { useEffect, useState } from 'preact/hooks';
import { call, type Device } from '../../client/api.ts';
import { link } from '../../client/event-stream.ts';
import { useStore } from '../../client/store.ts';
import { attempt } from '../../components/toasts.tsx';
import { AddressesPanel } from './addresses-panel.tsx';
import { HealthPanel } from './health-panel.tsx';
import { IdentityPanel } from './identity-panel.tsx';
import { KeysPanel } from './keys-panel.tsx';
import { LogTail } from './log-tail.tsx';
import { MaintenancePanel } from './maintenance-panel.tsx';
import { OutputsPanel } from './outputs-panel.tsx';
import { OverlayPanel } from './overlay-panel.tsx';
import { PlaysPanel } from './plays-panel.tsx';
import { PowerOnPanel } from './power-on-panel.tsx';
import { SafePanel } from './safe-panel.tsx';
import type { SaveDevice } from './save-device.ts';

const POLL_INTERVAL_MS = 5000;

export const DeviceView = () => {
  const [device, setDevice] = useState<Device>();
  const isOpen = useStore(link, (value) => value === 'open');
  useEffect(() => {
    if (!isOpen) return;
    const poll = (): void => void call('get', '/device').then(setDevice, () => undefined);
    poll();
    const timer = setInterval(poll, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isOpen]);
  const save: SaveDevice = async (body) => {
    const isSaved = await attempt(async () => setDevice(await call('patch', '/device', { body })));
    // Renders the device's value again after a rejected choice.
    if (!isSaved) setDevice((before) => before && { ...before });
    return isSaved;
  };
  if (device === undefined) return <p class="empty">Waiting for the player…</p>;
  return (
    <>
      <h1>Device</h1>
      <div class="panels">
        <IdentityPanel device={device} save={save} />
        <AddressesPanel device={device} />
        <PowerOnPanel device={device} save={save} />
        <OutputsPanel />
        <OverlayPanel />
        <SafePanel device={device} save={save} />
        <HealthPanel device={device} />
        <PlaysPanel />
        <MaintenancePanel />
        <KeysPanel />
        <LogTail />
      </div>
    </>
  );
};
