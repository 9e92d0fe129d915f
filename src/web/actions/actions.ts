// Transport actions and their confirmation.

import { type Clip, call, type Transport } from '../client/api.ts';
import { applyClipOf, applyTransportOf, clipById, clips, transport } from '../client/event-stream.ts';
import { announce } from '../components/announcements.tsx';
import { attempt, notify } from '../components/toasts.tsx';
import { toClock } from '../format/format.ts';
import { isSafe, mayChangeAir, onAir, recordAction, settledOnAir } from './safe.ts';

export const act = async (work: () => Promise<Transport>): Promise<void> => {
  const done = attempt(() => applyTransportOf(work));
  recordAction(done);
  await done;
};

/** @param action name of the action in the question */
export const actIfAllowed = async (action: string, work: () => Promise<Transport>): Promise<void> => {
  if (await mayChangeAir(action)) await act(work);
};

/** A cue in progress. */
let cueing: { readonly id: string; readonly done: Promise<unknown> } | undefined;

export const cue = async (clip: Clip): Promise<void> => {
  const done = actIfAllowed(`Cue “${clip.name}”`, () => call('post', '/transport/cue', { body: { clipId: clip.id } }));
  cueing = { id: clip.id, done };
  await done;
  if (cueing?.done === done) cueing = undefined;
};

export const fire = (clip: Clip): Promise<void> =>
  actIfAllowed(`Play “${clip.name}”`, () => call('post', '/transport/fire', { body: { clipId: clip.id } }));

/** One tap cues, a second plays, however soon it comes; a clip that is on air stays on air. */
export const tap = async (clip: Clip): Promise<void> => {
  if (cueing?.id === clip.id) await cueing.done;
  const { clipId, state } = transport.get();
  if (clipId !== clip.id) return cue(clip);
  if (state === 'stopped') return act(() => call('post', '/transport/play'));
  if (state !== 'playing') return cue(clip);
  notify(`“${clip.name}” is on air.`);
};

/** When a pause needs confirmation, only a yes pauses: not a second press, nor one at the end of the clip. */
export const toggle = async (): Promise<void> => {
  if (!isSafe()) return act(() => call('post', '/transport/toggle'));
  if ((await settledOnAir()) === undefined) return act(() => call('post', '/transport/play'));
  await actIfAllowed('Pause', () => call('post', '/transport/pause'));
};

export const stop = (): Promise<void> => actIfAllowed('Stop', () => call('post', '/transport/stop'));

export const step = (frames: 1 | -1): Promise<void> =>
  actIfAllowed(`One frame ${frames > 0 ? 'on' : 'back'}`, () => call('post', '/transport/jump', { body: { frames } }));

export const skip = (seconds: number): Promise<void> =>
  actIfAllowed(`${Math.abs(seconds)} s ${seconds > 0 ? 'on' : 'back'}`, () =>
    call('post', '/transport/jump', { body: { seconds } }),
  );

export const goTo = (seconds: number): Promise<void> =>
  actIfAllowed(`Go to ${toClock(seconds)}`, () => call('post', '/transport/goto', { body: { seconds } }));

export const goToLast = (seconds: number): Promise<void> =>
  actIfAllowed(`Go to the last ${seconds} s`, () => call('post', '/transport/last', { body: { seconds } }));

export const setSpeed = (factor: number): Promise<void> =>
  actIfAllowed(`Run at ${factor}×`, () => call('post', '/transport/speed', { body: { factor } }));

/** Back to the picture it needs no question. */
export const fade = (to: Transport['fade']['to'], seconds: number): Promise<void> => {
  const work = () => call('post', '/transport/fade', { body: { to, seconds } });
  return to === 'picture' ? act(work) : actIfAllowed(seconds === 0 ? 'Cut to black' : 'Fade to black', work);
};

export const mute = (on: boolean): Promise<void> => {
  const work = () => call('post', '/transport/mute', { body: { on } });
  return on ? actIfAllowed('Mute', work) : act(work);
};

export const setVolume = (percent: number): Promise<void> =>
  act(() => call('post', '/transport/volume', { body: { percent } }));

export const showSplash = (): Promise<void> =>
  actIfAllowed('Show the splash screen', () => call('post', '/transport/cue', { body: { clipId: 'splash' } }));

const UNDO_MS = 10_000;

/** Resolves to true when the clip is deleted. */
export const removeClip = async (clip: Clip): Promise<boolean> => {
  if (onAir()?.id === clip.id && !(await mayChangeAir(`Delete “${clip.name}”`))) return false;
  const path = { id: clip.id };
  if (!(await attempt(() => call('delete', '/clips/{id}', { path })))) return false;
  const untilMs = performance.now() + UNDO_MS;
  const offer = (): void => {
    notify(`“${clip.name}” is deleted.`, {
      action: { label: 'Undo', run: () => void undo() },
      milliseconds: untilMs - performance.now(),
    });
  };
  const undo = async (): Promise<void> => {
    const isBack = await attempt(() => call('post', '/clips/{id}/restore', { path }));
    if (!isBack && performance.now() < untilMs) offer();
  };
  offer();
  return true;
};

/** Moves run in order, each from the result of the one before. */
let moves: Promise<unknown> = Promise.resolve();

const move = (clip: Clip, toNumber: (now: Clip) => number): void => {
  moves = moves.then(async () => {
    const now = clipById(clips.get(), clip.id);
    const number = now === undefined ? 0 : toNumber(now);
    if (number < 1 || number >= clips.get().length || number === now?.number) return;
    const isMoved = await attempt(() =>
      applyClipOf(() => call('post', '/clips/{id}/move', { path: { id: clip.id }, body: { number } })),
    );
    if (isMoved) announce(`“${clip.name}” is number ${number} of ${clips.get().length - 1} now.`);
  });
};

export const moveClip = (clip: Clip, number: number): void => move(clip, () => number);

/** @param places negative: up the list */
export const moveClipBy = (clip: Clip, places: number): void => move(clip, (now) => now.number + places);
