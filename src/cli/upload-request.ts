// Sends one file to the player as a form, from the disk and never as a whole in memory.
import { randomBytes } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { basename } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { toReason, toSystemCode } from '../errors.ts';
import { CliError, EXIT } from './cli-error.ts';
import type { PlayerApi } from './player-api.ts';
import type { PlayerPlace } from './player-place.ts';
import type { StatusAnswer } from './player-status.ts';

const LONGEST_SHOWN = 120;

const toShown = (path: string): string => (path.length > LONGEST_SHOWN ? `${path.slice(0, LONGEST_SHOWN)}…` : path);

/** @throws CliError when the file cannot be read or is none */
export const openFile = async (path: string): Promise<{ readonly handle: FileHandle; readonly bytes: number }> => {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, 'r');
    const stat = await handle.stat();
    if (!stat.isFile()) throw new CliError(EXIT.refused, `${toShown(path)} is no file. Name a video or a picture.`);
    return { handle, bytes: stat.size };
  } catch (error) {
    await handle?.close();
    if (error instanceof CliError) throw error;
    const exit = toSystemCode(error) === 'EACCES' ? EXIT.noPermission : EXIT.refused;
    throw new CliError(exit, `${toShown(path)} cannot be read: ${toReason(error)}. Check the name and try again.`);
  }
};

/** As browsers write a name into a form. */
const toQuotedName = (path: string): string =>
  basename(path).replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const toForm = (path: string) => {
  const boundary = `cuedeck-${randomBytes(16).toString('hex')}`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="videoFile"; filename="${toQuotedName(path)}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return { boundary, head: Buffer.from(head), tail: Buffer.from(`\r\n--${boundary}--\r\n`) };
};

/** The answer, which may come before the body is through. */
const answerOf = (call: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    call.once('response', resolve);
    // The player may refuse and close while the body is on its way; its answer is there all the same.
    call.once('error', (error) => setImmediate(() => reject(error)));
  });

/**
 * @param onProgress called with the share that was sent, 0 to 1
 * @throws CliError for a file that cannot be read, and with the player's own refusal
 */
export const uploadFile = async (parts: {
  readonly path: string;
  readonly api: PlayerApi;
  readonly place: PlayerPlace;
  readonly onProgress: (share: number) => void;
}): Promise<StatusAnswer> => {
  const { path, api, place, onProgress } = parts;
  const { handle, bytes } = await openFile(path);
  try {
    const { boundary, head, tail } = toForm(path);
    const call = request(`${place.url}/upload`, {
      ...api.requestOptions,
      method: 'POST',
      headers: {
        ...(api.requestOptions.headers as Readonly<Record<string, string>>),
        'Content-Type': `multipart/form-data; boundary=${boundary}`,
        'Content-Length': head.length + bytes + tail.length,
      },
    });
    const answered = answerOf(call);
    let sent = 0;
    const counted = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        sent += chunk.length;
        onProgress(bytes === 0 ? 1 : sent / bytes);
        done(null, chunk);
      },
      flush: (done) => done(null, tail),
    });
    call.write(head);
    const file = handle.createReadStream({
      autoClose: false,
      highWaterMark: 256 * 1024,
      ...(bytes > 0 && { end: bytes - 1 }),
    });
    const sending = pipeline(file, counted, call).catch(() => undefined);
    try {
      const status = await api.read(await answered);
      await sending;
      return status;
    } catch (error) {
      throw api.toUnavailable(error);
    } finally {
      call.destroy();
    }
  } finally {
    await handle.close().catch(() => undefined);
  }
};
