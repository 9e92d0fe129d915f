// Uploads: one file after the other, each with its progress; what was cancelled goes on where it was, what was cut off by itself.

import type { AnswerOf } from '../../client/api-calls.ts';
import { isForGood } from '../format/error-texts.ts';
import { ApiError, call, type Playability } from './api.ts';
import { link } from './event-stream.ts';
import { change, isUnderWay, stateOf, type Upload, uploads } from './upload-list.ts';
import { CutError, sendFrom } from './upload-request.ts';

const DONE_MS = 4000;
const RETRY_MS = 2000;
/** Attempts without progress before it is left to the operator. */
const MAX_TRIES = 5;

const LOST_ANSWER = 'The connection was lost when all was sent: see whether the clip is in the list.';

/** randomUUID only exists on https pages. */
const toKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

let lastId = 0;
/** Interrupted uploads: position, number of attempts there, and whether only the answer was missing. */
const cuts = new Map<number, { readonly at: number; readonly times: number; readonly wasAllSent: boolean }>();
let current: { readonly id: number; request?: XMLHttpRequest } | undefined;

const askBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Uploads that resume by themselves when the player is back. */
const returning = new Set<number>();

const guardLeaving = (): void => {
  const isNeeded = uploads.get().some((upload) => isUnderWay(upload) || returning.has(upload.id));
  if (isNeeded) window.addEventListener('beforeunload', askBeforeLeaving);
  else window.removeEventListener('beforeunload', askBeforeLeaving);
};
uploads.subscribe(guardLeaving);

/** @returns their ids */
export const addFiles = (files: Iterable<File>): readonly number[] => {
  const fresh = [...files].map((file): Upload => {
    lastId += 1;
    return { id: lastId, key: toKey(), file, state: 'waiting', sentBytes: 0, bytesPerSecond: 0 };
  });
  uploads.set([...uploads.get(), ...fresh]);
  void next();
  return fresh.map(({ id }) => id);
};

export const cancel = (id: number): void => {
  change(id, { state: 'cancelled', bytesPerSecond: 0 });
  if (current?.id === id) current.request?.abort();
};

export const resume = (id: number): void => {
  const upload = uploads.get().find((entry) => entry.id === id);
  if (upload === undefined) return;
  const { trouble: _trouble, isForGood: _isForGood, ...rest } = upload;
  uploads.set(uploads.get().map((entry) => (entry.id === id ? { ...rest, state: 'waiting' } : entry)));
  void next();
};

/** Removes an upload from the page, and its partial file from the device. */
export const discard = (id: number): void => {
  const upload = uploads.get().find((entry) => entry.id === id);
  uploads.set(uploads.get().filter((entry) => entry.id !== id));
  if (upload === undefined || upload.sentBytes === 0 || upload.state === 'done') return;
  void call('delete', '/uploads/{name}', { path: { name: upload.file.name } }).catch(() => undefined);
};

const next = async (): Promise<void> => {
  if (current !== undefined) return;
  const upload = uploads.get().find(({ state }) => state === 'waiting');
  if (upload === undefined) return;
  current = { id: upload.id };
  change(upload.id, { state: 'sending' });
  const onRequest = (request: XMLHttpRequest): void => {
    if (current?.id === upload.id) current.request = request;
  };
  try {
    const isThere = await hasBecomeClip(upload);
    const from = isThere ? 0 : await arrivedBytes(upload.file);
    // The operator acted while the device was queried.
    if (stateOf(upload.id) !== 'sending') return;
    const verdict = isThere ? undefined : toVerdict(await sendFrom(upload, from, onRequest));
    cuts.delete(upload.id);
    change(upload.id, { state: 'done', sentBytes: upload.file.size, ...(verdict && { playability: verdict }) });
    setTimeout(() => uploads.set(uploads.get().filter(({ id }) => id !== upload.id)), DONE_MS);
  } catch (error) {
    const state = stateOf(upload.id);
    if (state !== 'sending' && state !== 'checking') return;
    const wasAllSent = state === 'checking' || cuts.get(upload.id)?.wasAllSent === true;
    const trouble = error instanceof Error ? error.message : '';
    change(upload.id, {
      state: 'failed',
      trouble: isCut(error) && wasAllSent ? LOST_ANSWER : trouble,
      ...(error instanceof ApiError && isForGood(error.code) && { isForGood: true }),
    });
    if (isCut(error)) goOnLater(upload.id, wasAllSent);
  } finally {
    current = undefined;
    void next();
  }
};

const isCut = (error: unknown): boolean =>
  error instanceof CutError || (error instanceof ApiError && error.status === 0);

/** Resumes as soon as the player is back, unless the operator acted. */
const goOnLater = (id: number, wasAllSent: boolean): void => {
  const at = uploads.get().find((entry) => entry.id === id)?.sentBytes ?? 0;
  const before = cuts.get(id);
  const times = before?.at === at ? before.times + 1 : 1;
  cuts.set(id, { at, times, wasAllSent });
  if (times > MAX_TRIES) return;
  returning.add(id);
  guardLeaving();
  const timer = setInterval(() => {
    if (link.get() === 'lost') return;
    clearInterval(timer);
    returning.delete(id);
    if (stateOf(id) === 'failed') resume(id);
    guardLeaving();
  }, RETRY_MS);
};

/** Resolves to true when an interrupted upload has become a clip all the same; waits for the probe. */
const hasBecomeClip = async ({ id, file }: Upload): Promise<boolean> => {
  const cut = cuts.get(id);
  if (cut === undefined || cut.at === 0) return false;
  try {
    while (stateOf(id) === 'sending') {
      const { receivedBytes, totalBytes, clipId } = await call('get', '/uploads/{name}', { path: { name: file.name } });
      if (totalBytes !== file.size || receivedBytes < totalBytes) return false;
      if (clipId !== undefined) return true;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
    return false;
  } catch (error) {
    if (!isUnknown(error)) throw error;
    if (!cut.wasAllSent) return false;
    // Rejected, or forgotten by a restarted player: sent again only by the operator.
    cuts.set(id, { ...cut, wasAllSent: false });
    throw new Error(LOST_ANSWER);
  }
};

const isUnknown = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** Bytes of the file that the device already has. Asked of the list, as browsers show a 404 as an error. */
const arrivedBytes = async (file: File): Promise<number> => {
  const unfinished = await call('get', '/uploads', {});
  return unfinished.find(({ name, totalBytes }) => name === file.name && totalBytes === file.size)?.receivedBytes ?? 0;
};

/** @param text the answer to the last part */
const toVerdict = (text: string): Playability | undefined => {
  try {
    return (JSON.parse(text) as AnswerOf<'put', '/uploads/{name}'>).clip?.playability;
  } catch {
    return undefined;
  }
};
