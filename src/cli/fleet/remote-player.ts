// One player of the fleet over its own API: its clips, and files on their way to it.
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { toReason } from '../../base/errors.ts';
import type { PlayerConnection } from '../../config/player-connection.ts';
import { toClipLabels } from '../../mqtt/clip-labels.ts';
import { isRecord, numberIn, textIn } from '../../mqtt/message-fields.ts';
import { CliError, EXIT } from '../cli-error.ts';
import { toTokenRefusal } from '../player-api.ts';
import { SilentError, STALL_TIMEOUT_SECONDS, watchForStall } from '../stall-watch.ts';

/** Reading a large file through for its checksum takes its time on a card. */
const ANSWER_TIMEOUT_SECONDS = 600;
/** Of a file on its way: what has arrived is looked at before it is answered. */
const IDLE_TIMEOUT_SECONDS = 120;

/** The connection went; nothing was refused. */
export class CutError extends Error {
  override readonly name = 'CutError';
  /** Whether the player answered nothing at all. */
  readonly isSilent: boolean;

  constructor(message: string, isSilent = false) {
    super(message);
    this.isSilent = isSilent;
  }
}

export interface RemoteClip {
  readonly id: string;
  readonly file: string;
  /** What commands call it: its name, numbered where several have the same. */
  readonly word: string;
}

export interface Arrived {
  readonly bytes: number;
  /** Of the clip that it became within the last minutes. */
  readonly clipId?: string;
}

export interface RemotePlayer {
  clips(): Promise<readonly RemoteClip[]>;
  checksumOf(clipId: string): Promise<string>;
  remove(clipId: string): Promise<void>;
  /** What the player has of an upload of this name and length. */
  arrived(name: string, totalBytes: number): Promise<Arrived>;
  /**
   * Sends what is missing.
   * @throws what `body` throws, and the request ends before it is whole
   * @returns the id of the new clip
   */
  send(
    name: string,
    body: AsyncIterable<Buffer>,
    range: { readonly first: number; readonly totalBytes: number },
  ): Promise<string>;
  /** Has it forget what has arrived of an upload. */
  drop(name: string): Promise<void>;
}

/**
 * Everything throws CutError when the connection went, CliError with the player's own refusal.
 * @param url of the player, without a slash at its end
 * @param stallSeconds after which a request is cut when the player answers nothing any more
 */
export const createRemotePlayer = (
  url: string,
  { token, closedConf }: Pick<PlayerConnection, 'token' | 'closedConf'>,
  stallSeconds = STALL_TIMEOUT_SECONDS,
): RemotePlayer => {
  const headers = token === '' ? {} : { Authorization: `Bearer ${Buffer.from(token, 'utf8').toString('latin1')}` };

  const open = (method: string, path: string, more: Readonly<Record<string, string | number>> = {}): ClientRequest =>
    request(`${url}/api/v1${path}`, {
      method,
      headers: { ...headers, ...more },
      agent: false,
    });

  const watch = (call: ClientRequest) => watchForStall(call, { url, options: { headers }, stallSeconds });

  const finish = async (call: ClientRequest, isWanted: (status: number) => boolean): Promise<unknown> => {
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    const value = parse(await text(response));
    const status = response.statusCode ?? 0;
    if (isWanted(status)) return value;
    if (status === 401) throw toTokenRefusal({ token, closedConf });
    throw new CliError(EXIT.refused, textIn(value, 'error') ?? `${url} is not a CueDeck player.`);
  };

  const send = async (method: string, path: string, alsoWanted = 0): Promise<unknown> => {
    const call = open(method, path);
    const limit = setTimeout(
      () => call.destroy(new Error(`no answer within ${ANSWER_TIMEOUT_SECONDS} s`)),
      ANSWER_TIMEOUT_SECONDS * 1000,
    );
    call.once('close', () => clearTimeout(limit));
    watch(call);
    call.end();
    return finish(call, (status) => (status >= 200 && status < 300) || status === alsoWanted).catch(toCut);
  };

  return {
    clips: async () => {
      const list = await send('GET', '/clips');
      const clips = (Array.isArray(list) ? list : []).filter(isRecord).filter(({ examining }) => examining !== true);
      const labels = toClipLabels(clips.map((clip) => ({ name: textIn(clip, 'name') ?? '' })));
      return clips
        .map((clip, index) => ({
          kind: clip.kind,
          id: textIn(clip, 'id') ?? '',
          file: textIn(clip, 'file') ?? '',
          word: labels[index] ?? '',
        }))
        .filter(({ kind }) => kind !== 'splash')
        .map(({ id, file, word }) => ({ id, file, word }));
    },
    checksumOf: async (clipId) => textIn(await send('GET', `/clips/${clipId}/checksum`), 'sha256') ?? '',
    remove: async (clipId) => {
      await send('DELETE', `/clips/${clipId}`);
    },
    arrived: async (name, totalBytes) => {
      const upload = await send('GET', `/uploads/${encodeURIComponent(name)}`, 404);
      if (numberIn(upload, 'totalBytes') !== totalBytes) return { bytes: 0 };
      const clipId = textIn(upload, 'clipId');
      return { bytes: numberIn(upload, 'receivedBytes') ?? 0, ...(clipId !== undefined && { clipId }) };
    },
    send: async (name, body, { first, totalBytes }) => {
      const call = open('PUT', `/uploads/${encodeURIComponent(name)}`, {
        'Content-Type': 'application/octet-stream',
        'Content-Length': totalBytes - first,
        'Content-Range': `bytes ${first}-${totalBytes - 1}/${totalBytes}`,
      });
      call.setTimeout(IDLE_TIMEOUT_SECONDS * 1000, () =>
        call.destroy(new Error(`nothing moved for ${IDLE_TIMEOUT_SECONDS} s`)),
      );
      const { moved, end } = watch(call);
      let trouble: CliError | undefined;
      // The player may refuse and close while the body is on its way; its answer is there all the same.
      const sending = pipeline(watched(body, moved), call).catch((error) => {
        if (error instanceof CliError) trouble = error;
      });
      try {
        const answer = await finish(call, (status) => status === 200);
        await sending;
        return textIn(isRecord(answer) ? answer.clip : undefined, 'id') ?? '';
      } catch (error) {
        call.destroy();
        await sending;
        return toCut(trouble ?? error);
      } finally {
        call.destroy();
        end();
      }
    },
    drop: async (name) => {
      await send('DELETE', `/uploads/${encodeURIComponent(name)}`);
    },
  };
};

const watched = async function* (body: AsyncIterable<Buffer>, moved: () => void): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    yield chunk;
    moved();
  }
};

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

const toCut = (error: unknown): never => {
  throw error instanceof CliError ? error : new CutError(toReason(error), error instanceof SilentError);
};
