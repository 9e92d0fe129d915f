// Sends one file to the player as a form, from the disk and never as a whole in memory.
import { randomBytes } from 'node:crypto';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { basename } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PlayerConnection } from '../config/player-connection.ts';
import { CliError } from './cli-error.ts';
import type { PlayerApi } from './player-api.ts';
import type { StatusAnswer } from './player-status.ts';
import { openFile, readUnchanged } from './stable-file-reader.ts';
import { STALL_TIMEOUT_SECONDS, watchForStall } from './stall-watch.ts';

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
 * @param stallSeconds after which a player that answers nothing any more is given up
 * @throws CliError for a file that cannot be read or changes meanwhile, and with the player's own refusal
 */
export const uploadFile = async (deps: {
  readonly path: string;
  readonly api: PlayerApi;
  readonly place: PlayerConnection;
  readonly onProgress: (share: number) => void;
  readonly stallSeconds?: number;
}): Promise<StatusAnswer> => {
  const { path, api, place, onProgress, stallSeconds = STALL_TIMEOUT_SECONDS } = deps;
  const file = await openFile(path);
  const { handle, bytes } = file;
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
    const watch = watchForStall(call, { url: place.url, options: api.requestOptions, stallSeconds });
    let sent = 0;
    const counted = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        sent += chunk.length;
        watch.moved();
        onProgress(bytes === 0 ? 1 : sent / bytes);
        done(null, chunk);
      },
      flush: (done) => done(null, tail),
    });
    call.write(head);
    let trouble: CliError | undefined;
    // A file that changed ends the request; what the player has of it, it removes.
    const sending = pipeline(readUnchanged(path, file), counted, call).catch((error) => {
      if (error instanceof CliError) trouble = error;
    });
    try {
      const status = await api.read(await answered);
      await sending;
      return status;
    } catch (error) {
      call.destroy();
      await sending;
      throw trouble ?? api.toUnavailable(error);
    } finally {
      call.destroy();
      watch.end();
    }
  } finally {
    await handle.close().catch(() => undefined);
  }
};
