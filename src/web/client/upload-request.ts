// The requests of one upload: its first bytes alone, then the rest, with the progress of both.
import { ApiError, OWN_PAGE, toApiError, toUrl } from './api.ts';
import { link } from './event-stream.ts';
import { change, stateOf, type Upload } from './upload-list.ts';

/** Window for the average speed. */
const WINDOW_MS = 3000;

/** A pulled cable ends no request: timeout without any byte sent. */
const STALL_TIMEOUT_MS = 20_000;

/** The connection was lost; nothing was rejected. */
export class CutError extends Error {}
const LOST = 'The connection to the player was lost.';
/** The device checks this many bytes before the rest is sent. */
const FIRST_BYTES = 64 * 1024;
const UNREADABLE = 'This file cannot be read: it is a folder, or it was moved, changed or removed.';

type OnRequest = (request: XMLHttpRequest) => void;

/**
 * @param onRequest called with each request before it is sent, so that it can be aborted
 * @returns the player's answer
 * @throws CutError; ApiError of a refusal, and `file-unreadable`
 */
export const sendFrom = async (upload: Upload, from: number, onRequest: OnRequest): Promise<string> => {
  const { file } = upload;
  const first = await readBytes(file, from, Math.min(file.size, from + FIRST_BYTES));
  const goOn = (start: number, end: number, part?: ArrayBuffer): Promise<string> => {
    if (stateOf(upload.id) !== 'sending') throw new Error('Cancelled.');
    return send(upload, { from: start, to: end, ...(part !== undefined && { part }) }, onRequest);
  };
  if (from > 0 || file.size <= FIRST_BYTES) return goOn(from, file.size);
  await goOn(0, FIRST_BYTES, first);
  return goOn(FIRST_BYTES, file.size);
};

/** An unreadable file would otherwise look like a lost connection. */
const readBytes = (file: File, from: number, to: number): Promise<ArrayBuffer> =>
  file
    .slice(from, to)
    .arrayBuffer()
    .catch(() => {
      throw new ApiError(400, 'file-unreadable', UNREADABLE);
    });

/** @param range `to` is the end of the part */
const send = (
  { id, key, file }: Upload,
  range: { readonly from: number; readonly to: number; readonly part?: ArrayBuffer },
  onRequest: OnRequest,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const { from, to, part = file.slice(from, to) } = range;
    const request = new XMLHttpRequest();
    onRequest(request);
    const marks: { readonly atMs: number; readonly bytes: number }[] = [];
    const end = (): void => {
      clearTimeout(stalled);
      stopFollowing();
    };
    const fail = (error: Error): void => {
      end();
      reject(error);
    };
    const giveUp = (): void => {
      fail(new CutError(LOST));
      request.abort();
    };
    let stalled = window.setTimeout(giveUp, STALL_TIMEOUT_MS);
    // After the last byte the probe may take any time; only the connection shows whether the device is there.
    const stopFollowing = link.subscribe(() => {
      if (link.get() === 'lost' && stateOf(id) === 'checking') giveUp();
    });
    request.open('PUT', toUrl('/uploads/{name}', { name: file.name }));
    for (const [name, value] of Object.entries(OWN_PAGE)) request.setRequestHeader(name, value);
    request.setRequestHeader('Idempotency-Key', key);
    if (file.size > 0) request.setRequestHeader('Content-Range', `bytes ${from}-${to - 1}/${file.size}`);
    request.upload.addEventListener('progress', ({ loaded }) => {
      const now = performance.now();
      clearTimeout(stalled);
      stalled = window.setTimeout(giveUp, STALL_TIMEOUT_MS);
      marks.push({ atMs: now, bytes: loaded });
      while (marks.length > 2 && now - (marks[0]?.atMs ?? 0) > WINDOW_MS) marks.shift();
      const first = marks[0];
      const ms = first === undefined ? 0 : now - first.atMs;
      const bytesPerSecond = first === undefined || ms < 200 ? 0 : ((loaded - first.bytes) / ms) * 1000;
      change(id, { sentBytes: from + loaded, ...(bytesPerSecond > 0 && { bytesPerSecond }) });
    });
    request.upload.addEventListener('load', () => {
      clearTimeout(stalled);
      if (to === file.size) change(id, { state: 'checking', sentBytes: file.size });
    });
    request.addEventListener('load', () => {
      end();
      if (request.status < 300) resolve(request.responseText);
      else reject(toApiError(request.status, request.responseText));
    });
    request.addEventListener('error', () => fail(new CutError(LOST)));
    request.addEventListener('abort', () => fail(new Error('Cancelled.')));
    request.send(part);
  });
