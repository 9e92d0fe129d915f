// Safe mode: confirms what changes a running picture.
import { type Clip, type ClipPatch, call } from '../client/api.ts';
import { applyTransportOf, clipById, clips, link, settings, transport } from '../client/event-stream.ts';
import { createKeptStore } from '../client/store.ts';
import { confirm } from '../components/toasts.tsx';

/** `on` or `off`, stored by this browser; the lock of the device overrides it. */
export const safeMode = createKeptStore('cuedeck-safe-mode', 'on');

export const isSafe = (): boolean => settings.get().safeLock || safeMode.get() === 'on';

/** The clip that is playing. */
export const onAir = (): Clip | undefined => {
  const { state, clipId } = transport.get();
  return state === 'playing' ? clipById(clips.get(), clipId) : undefined;
};

/** The pending request; only its answer tells whether it puts a clip on air. */
let underWay: Promise<unknown> = Promise.resolve();
/** A device that does not answer must not delay Stop. */
const MAX_WAIT_MS = 1000;

/** Records a transport request, so that the next question waits for its result. */
export const recordAction = (done: Promise<unknown>): void => {
  underWay = done;
};

/** The clip that plays after pending requests are answered; without the live channel the player is queried. */
export const settledOnAir = async (): Promise<Clip | undefined> => {
  await Promise.race([underWay, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
  if (link.get() !== 'open') {
    const asked = applyTransportOf(() => call('get', '/transport', { limitMs: MAX_WAIT_MS }));
    await asked.catch(() => undefined);
  }
  return onAir();
};

/**
 * Resolves to true when the clip on air may be changed. When another clip comes on air during the question, it is asked again for that one.
 * @param action the action, as on the button
 * @param always asks also when Safe is off
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

/** The clip whose change on the output was confirmed, and whether it played. */
let approved: { readonly id: string; readonly isPlaying: boolean } | undefined;
transport.subscribe(() => {
  const { clipId, state } = transport.get();
  if (clipId !== approved?.id || (state === 'playing') !== approved.isPlaying) approved = undefined;
});

/** A clip that stands on the output, and whose picture or sound these changes would change at once. */
const isShownBy = (clip: Clip, patch: ClipPatch): boolean => {
  const { clipId, state } = transport.get();
  if (clipId !== clip.id || clip.kind === 'splash' || state === 'playing') return false;
  const isFaded = 'fadeInSeconds' in patch || 'fadeOutSeconds' in patch;
  return isFaded || (state === 'ended' && 'endAction' in patch);
};

/**
 * Resolves to true when points, end, fades and sound of a clip may be changed; the answer holds while the clip plays, and that
 * for one that stands on the output while it stands there.
 */
export const mayChangeClip = async (clip: Clip, patch: ClipPatch): Promise<boolean> => {
  const action = `Change “${clip.name}”`;
  if (approved?.id === clip.id) return true;
  if (onAir()?.id === clip.id) {
    if (!(await mayChangeAir(action))) return false;
    approved = onAir()?.id === clip.id ? { id: clip.id, isPlaying: true } : undefined;
    return true;
  }
  if (!isShownBy(clip, patch) || !isSafe()) return true;
  if (!(await confirm(`“${clip.name}” is on the output. ${action}?`, action))) return false;
  // It may have been started during the question.
  if (onAir()?.id === clip.id) return mayChangeClip(clip, patch);
  approved = isShownBy(clip, patch) ? { id: clip.id, isPlaying: false } : undefined;
  return true;
};
