// What an operator does to the transport; the safe mode asks before what takes a playing clip off air.
import { type Clip, call, type Transport } from './api.ts';
import { clipById, clips, takeClipOf, takeTransportOf, transport } from './live.ts';
import { ask, attempt, notify } from './notices.tsx';
import { createKeptStore } from './store.ts';

/** `on` or `off`, kept by this browser. */
export const safeMode = createKeptStore('cuedeck-safe-mode', 'off');

/** The clip that runs now. */
export const onAir = (): Clip | undefined => {
  const { state, clipId } = transport.get();
  return state === 'playing' ? clipById(clips.get(), clipId) : undefined;
};

/** Whether a clip that runs may be taken off air. */
export const mayTakeOff = async (deed: string): Promise<boolean> => {
  const clip = onAir();
  if (safeMode.get() === 'off' || clip === undefined) return true;
  return ask(`“${clip.name}” is on air. ${deed}?`, deed);
};

const act = async (work: () => Promise<Transport>): Promise<void> => {
  await attempt(() => takeTransportOf(work));
};

/** A cue that is on its way. */
let cueing: { readonly id: string; readonly done: Promise<unknown> } | undefined;

export const cue = async (clip: Clip): Promise<void> => {
  if (!(await mayTakeOff(`Cue “${clip.name}”`))) return;
  const done = act(() => call('post', '/transport/cue', { body: { clipId: clip.id } }));
  cueing = { id: clip.id, done };
  await done;
  if (cueing?.done === done) cueing = undefined;
};

export const fire = async (clip: Clip): Promise<void> => {
  if (await mayTakeOff(`Play “${clip.name}”`)) {
    await act(() => call('post', '/transport/fire', { body: { clipId: clip.id } }));
  }
};

/** One tap cues, a second plays, however soon it comes; what is on air already stays there. */
export const tap = async (clip: Clip): Promise<void> => {
  if (cueing?.id === clip.id) await cueing.done;
  const { clipId, state } = transport.get();
  if (clipId !== clip.id) return cue(clip);
  if (state === 'stopped') return act(() => call('post', '/transport/play'));
  if (state === 'playing') return notify(`“${clip.name}” is on air.`);
  return cue(clip);
};

export const toggle = (): Promise<void> => act(() => call('post', '/transport/toggle'));

export const stop = async (): Promise<void> => {
  if (await mayTakeOff('Stop')) await act(() => call('post', '/transport/stop'));
};

export const step = (frames: number): Promise<void> => act(() => call('post', '/transport/jump', { body: { frames } }));

export const skip = (seconds: number): Promise<void> =>
  act(() => call('post', '/transport/jump', { body: { seconds } }));

export const goTo = (seconds: number): Promise<void> =>
  act(() => call('post', '/transport/goto', { body: { seconds } }));

export const goToLast = (seconds: number): Promise<void> =>
  act(() => call('post', '/transport/last', { body: { seconds } }));

export const setSpeed = (factor: number): Promise<void> =>
  act(() => call('post', '/transport/speed', { body: { factor } }));

export const showSplash = async (): Promise<void> => {
  if (await mayTakeOff('Show the splash screen')) {
    await act(() => call('post', '/transport/cue', { body: { clipId: 'splash' } }));
  }
};

const UNDO_MS = 10_000;

export const removeClip = async (clip: Clip): Promise<void> => {
  if (onAir()?.id === clip.id && !(await mayTakeOff(`Delete “${clip.name}”`))) return;
  const path = { id: clip.id };
  if (!(await attempt(() => call('delete', '/clips/{id}', { path })))) return;
  const untilMs = performance.now() + UNDO_MS;
  const offer = (): void =>
    notify(`“${clip.name}” is deleted.`, {
      action: { label: 'Undo', run: () => void undo() },
      milliseconds: untilMs - performance.now(),
    });
  const undo = async (): Promise<void> => {
    const isBack = await attempt(() => call('post', '/clips/{id}/restore', { path }));
    if (!isBack && performance.now() < untilMs) offer();
  };
  offer();
};

/** Moves come one after the other, each from where the one before has left the clip. */
let moves: Promise<unknown> = Promise.resolve();

const move = (clip: Clip, toNumber: (now: Clip) => number): void => {
  moves = moves.then(async () => {
    const now = clipById(clips.get(), clip.id);
    const number = now === undefined ? 0 : toNumber(now);
    if (number < 1 || number >= clips.get().length || number === now?.number) return;
    await attempt(() =>
      takeClipOf(() => call('post', '/clips/{id}/move', { path: { id: clip.id }, body: { number } })),
    );
  });
};

export const moveClip = (clip: Clip, number: number): void => move(clip, () => number);

/** @param places up the list when negative */
export const moveClipBy = (clip: Clip, places: number): void => move(clip, (now) => now.number + places);
