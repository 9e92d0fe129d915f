// Safe mode: confirms what changes a running picture.
import { type Clip, call } from '../client/api.ts';
import { applyTransportOf, clipById, clips, link, settings, transport } from '../client/event-stream.ts';
import { createKeptStore } from '../client/store.ts';
import { confirm } from '../components/toasts.tsx';

/** `on` or `off`, kept by this browser; the lock of the device goes over it. */
export const safeMode = createKeptStore('cuedeck-safe-mode', 'on');

export const isSafe = (): boolean => settings.get().safeLock || safeMode.get() === 'on';

/** The clip that runs now. */
export const onAir = (): Clip | undefined => {
  const { state, clipId } = transport.get();
  return state === 'playing' ? clipById(clips.get(), clipId) : undefined;
};

/** What is on its way to the device; whether it puts a clip on air is known when it is answered. */
let underWay: Promise<unknown> = Promise.resolve();
/** A device that does not answer must not keep Stop back. */
const MAX_WAIT_MS = 1000;

/** Notes that something is done to the transport, so that the next question knows what came of it. */
export const recordAction = (done: Promise<unknown>): void => {
  underWay = done;
};

/** The clip that runs once what is under way is answered; without the live channel the player is asked. */
export const settledOnAir = async (): Promise<Clip | undefined> => {
  await Promise.race([underWay, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
  if (link.get() !== 'open') {
    const asked = applyTransportOf(() => call('get', '/transport', { limitMs: MAX_WAIT_MS }));
    await asked.catch(() => undefined);
  }
  return onAir();
};

/**
 * Whether what is on air may be changed. When another clip comes on air while the question stands, it is asked of that one.
 * @param action what is to be done, as it stands on the button
 * @param always asks also where Safe is off
 */
export const mayChangeAir = async (action: string, always = false): Promise<boolean> => {
  if (!always && !isSafe()) return true;
  for (let asked = await settledOnAir(); asked !== undefined; ) {
    if (!(await confirm(`“${asked.name}” is on air. ${action}?`, action))) return false;
    const now = onAir();
    if (now?.id === asked.id) return true;
    asked = now;
  }
  return true;
};

/** The clip whose change on air was answered with yes; another one on air, or none, ends that. */
let approvedId: string | undefined;
transport.subscribe(() => {
  if (onAir()?.id !== approvedId) approvedId = undefined;
});

/** Whether a clip's points, end and sound may be changed; the answer holds for as long as the clip runs. */
export const mayChangeClip = async (clip: Clip): Promise<boolean> => {
  if (onAir()?.id !== clip.id || approvedId === clip.id) return true;
  if (!(await mayChangeAir(`Change “${clip.name}”`))) return false;
  approvedId = onAir()?.id === clip.id ? clip.id : undefined;
  return true;
};
