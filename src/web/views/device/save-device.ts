// How a panel of the Device view saves what was changed in it.
import type { Device } from '../../client/api.ts';

/** Resolves to true when the device accepted it. */
export type SaveDevice = (body: DevicePatch) => Promise<boolean>;
type DevicePatch = Partial<Pick<Device, 'name' | 'showSplash' | 'powerOn' | 'safeLock'>>;
