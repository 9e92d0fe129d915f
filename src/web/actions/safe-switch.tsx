// The switch Safe in the page's head; the lock of the device holds it on.
import { settings } from '../client/event-stream.ts';
import { useStore } from '../client/store.ts';
import { notify } from '../components/toasts.tsx';
import { safeMode } from './safe.ts';

export const SafeSwitch = () => {
  const isLocked = useStore(settings, ({ safeLock }) => safeLock);
  const isOn = useStore(safeMode, (value) => value === 'on') || isLocked;
  const press = (): void => {
    if (isLocked)
      notify('Safe is locked on this player. Its owner frees it under Device, or with `cuedeck safe-lock off`.');
    else safeMode.set(isOn ? 'off' : 'on');
  };
  return (
    <button
      type="button"
      class="safe"
      role="switch"
      aria-checked={isOn}
      aria-disabled={isLocked || undefined}
      title={
        isLocked ? 'Locked on this player: asks before what is on air changes' : 'Ask before what is on air changes'
      }
      onClick={press}
    >
      <i aria-hidden="true" /> Safe
    </button>
  );
};
