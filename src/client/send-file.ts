// Brings a file to a player: from where an earlier try ended, over cuts of the connection, and checked at the end.

import type { PlayerClient } from './player-client.ts';
import { NotPlayerError, RejectedError, UnreachableError } from './player-errors.ts';

export interface SourceFile {
  readonly name: string;
  readonly bytes: number;
  /**
   * The file from that byte on.
   * @throws when it is not the file any more that it was
   */
  read(first: number): AsyncIterable<Buffer>;
  sha256(): Promise<string>;
}

/** `fromByte` is the start of the sent part. */
interface SentFile {
  readonly clipId: string;
  readonly fromByte: number;
}

/** The new clip differs from the file and was removed again. */
export class DamagedError extends Error {
  override readonly name = 'DamagedError';

  constructor() {
    super('it did not arrive as it was sent.');
  }
}

const RETRY_SECONDS = 2;
const DROP_RETRY_SECONDS = 0.2;
/** Attempts without progress before it gives up. */
const MAX_TRIES = 5;
/** Limit of timeouts without any answer. */
const MAX_TIMEOUTS = 2;

const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/**
 * @param options.checks verifies by SHA-256: always, or only when sent in parts
 * @param options.onSent called with the number of bytes that the player has
 * @throws what `file` throws; RejectedError; UnreachableError when the connection is cut again and again; DamagedError
 */
export const sendFile = async (
  client: PlayerClient,
  file: SourceFile,
  options: { readonly checks: 'always' | 'parts'; readonly onSent: (bytes: number) => void },
): Promise<SentFile> => {
  const first = await attempt(client, file, options);
  if (first.failure === undefined) return first;
  if (first.fromByte === 0) throw first.failure;
  // The partial upload may have been of another file.
  const second = await attempt(client, file, options);
  if (second.failure !== undefined) throw second.failure;
  return second;
};

type Attempt =
  | (SentFile & { readonly failure?: undefined })
  | { readonly fromByte: number; readonly failure: RejectedError | DamagedError };

/** Sends the file and checks it; a clip that is not the file does not stay. */
const attempt = async (
  client: PlayerClient,
  file: SourceFile,
  { checks, onSent }: Parameters<typeof sendFile>[2],
): Promise<Attempt> => {
  const { name, bytes: totalBytes } = file;
  let fromByte = 0;
  let tries = 0;
  const sendRest = async (): Promise<string> => {
    tries += 1;
    const { receivedBytes, clipId } = await examined(client, file);
    // All had been sent, and only the answer was lost; before the first try it is a clip of somebody else.
    if (clipId !== undefined && tries > 1) return clipId;
    const first = clipId === undefined ? receivedBytes : 0;
    fromByte = Math.max(fromByte, first);
    try {
      const bytes = counted(file.read(first), first, onSent);
      return (await client.sendUpload({ name, first, totalBytes, bytes }))?.id ?? '';
    } catch (error) {
      if (!isOfPlayer(error)) await dropped(client, name);
      throw error;
    }
  };
  try {
    const clipId = await overCuts(sendRest, async () => (await arrived(client, file)).receivedBytes);
    const sent = { clipId, fromByte };
    if (checks === 'parts' && fromByte === 0) return sent;
    const { sha256 } = await overCuts(() => client.call('get', '/clips/{id}/checksum', { path: { id: clipId } }));
    if (sha256 === (await file.sha256())) return sent;
    await client.call('delete', '/clips/{id}', { path: { id: clipId } });
    return { fromByte, failure: new DamagedError() };
  } catch (error) {
    if (error instanceof RejectedError) return { fromByte, failure: error };
    throw error;
  }
};

const isOfPlayer = (error: unknown): boolean =>
  error instanceof RejectedError || error instanceof UnreachableError || error instanceof NotPlayerError;

const counted = async function* (
  body: AsyncIterable<Buffer>,
  first: number,
  onSent: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let sent = first;
  for await (const chunk of body) {
    yield chunk;
    sent += chunk.length;
    onSent(sent);
  }
};

/** Drops an abandoned upload. The player would drop it later; it cannot before it sees the end of the request. */
const dropped = async (client: PlayerClient, name: string): Promise<void> => {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const isDone = await client.call('delete', '/uploads/{name}', { path: { name } }).then(
      () => true,
      (error) => error instanceof UnreachableError,
    );
    if (isDone) return;
    await pause(DROP_RETRY_SECONDS);
  }
};

interface Arrived {
  readonly receivedBytes: number;
  /** Of the clip that it became within the last minutes. */
  readonly clipId?: string;
}

const NOTHING: Arrived = { receivedBytes: 0 };

/** Bytes that the player has of an upload of this name and length. */
const arrived = async (client: PlayerClient, { name, bytes }: SourceFile): Promise<Arrived> => {
  try {
    const upload = await client.call('get', '/uploads/{name}', { path: { name } });
    return upload.totalBytes === bytes ? upload : NOTHING;
  } catch (error) {
    if (error instanceof RejectedError && error.status === 404) return NOTHING;
    throw error;
  }
};

/** State of the upload; a complete one is probed before it becomes a clip or is rejected. */
const examined = async (client: PlayerClient, file: SourceFile): Promise<Arrived> => {
  for (;;) {
    const found = await arrived(client, file);
    if (file.bytes === 0 || found.receivedBytes < file.bytes || found.clipId !== undefined) return found;
    await pause(RETRY_SECONDS);
  }
};

/**
 * Again after every cut, for as long as that gets it further.
 * @throws UnreachableError of the last try
 */
export const overCuts = async <Result>(
  work: () => Promise<Result>,
  progress?: () => Promise<number>,
): Promise<Result> => {
  let [best, silences] = [-1, 0];
  const reached = async (): Promise<number> => {
    try {
      return (await progress?.()) ?? best;
    } catch (error) {
      if (isSilent(error)) silences += 1;
      return best;
    }
  };
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error;
      if (isSilent(error)) silences += 1;
      if (tries >= MAX_TRIES || silences >= MAX_TIMEOUTS) throw error;
      await pause(RETRY_SECONDS);
      const now = await reached();
      if (silences >= MAX_TIMEOUTS) throw error;
      if (now > best) [tries, silences] = [0, 0];
      best = Math.max(best, now);
    }
  }
};

const isSilent = (error: unknown): boolean => error instanceof UnreachableError && error.isSilent;
