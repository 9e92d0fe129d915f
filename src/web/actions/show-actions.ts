// The verbs of the show: GO, standby, next and previous, and the panic.
import { call } from '../client/api.ts';
import { transport } from '../client/event-stream.ts';
import { notify } from '../components/toasts.tsx';
import { act, actIfAllowed } from './actions.ts';

/** A switch that bounces, or a finger that presses twice, must not skip an item. */
const GO_GUARD_MS = 300;
const PANIC_SECONDS = 1;
/** So long after the first press a second one cuts, although the fade may not be told of yet. */
const SECOND_PANIC_MS = 3000;

let wentAtMs = Number.NEGATIVE_INFINITY;
let panickedAtMs = Number.NEGATIVE_INFINITY;

/** True for a press of GO too soon after the last one that counted. */
export const isBounce = (): boolean => {
  const nowMs = performance.now();
  if (nowMs - wentAtMs < GO_GUARD_MS) return true;
  wentAtMs = nowMs;
  return false;
};

/** Asks nothing, also with Safe on: it is the one control that is there to change what is on air. */
export const go = async (): Promise<void> => {
  if (!isBounce()) await act(() => call('post', '/transport/go'));
};

export const goToNext = (): Promise<void> => actIfAllowed('Next', () => call('post', '/transport/next'));

export const goToPrevious = (): Promise<void> => actIfAllowed('Previous', () => call('post', '/transport/previous'));

/** Presses run in order, so that the last one counts. */
let marks: Promise<unknown> = Promise.resolve();
let markedId: string | undefined;
let marksUnderWay = 0;

const inOrder = (press: () => Promise<void>): Promise<unknown> => {
  marks = marks.then(press);
  return marks;
};

export const standBy = async (itemId: string): Promise<void> => {
  markedId = itemId;
  marksUnderWay += 1;
  await inOrder(() => act(() => call('post', '/transport/standby', { body: { itemId } })));
  marksUnderWay -= 1;
};

/** The item that stands by once every press is carried out. */
export const standbyId = (): string | undefined => (marksUnderWay > 0 ? markedId : transport.get().standby?.itemId);

/** Puts a list into use, from its first item; the output stays as it is. */
export const activate = (listId: string): Promise<unknown> =>
  inOrder(() => act(() => call('post', '/transport/activate', { body: { listId } })));

/** Fades to black without a question; a second press cuts. What plays runs on underneath. */
export const panic = async (): Promise<void> => {
  const { to, level } = transport.get().fade;
  if (to === 'black' && level === 0)
    return void notify('The output is black. The button Black brings the picture back.');
  const nowMs = performance.now();
  const isSecond = to === 'black' || nowMs - panickedAtMs < SECOND_PANIC_MS;
  panickedAtMs = nowMs;
  await act(() => call('post', '/transport/fade', { body: { to: 'black', seconds: isSecond ? 0 : PANIC_SECONDS } }));
};
