// The control API as a script on the LAN uses it.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

interface ClipOnTheWire {
  readonly ClipName: string;
  readonly Filename: string;
  readonly Duration: number;
  readonly StartAt: number;
  readonly EndAt: number;
  readonly Loop: boolean;
}

export interface Status {
  readonly CLIPS: readonly ClipOnTheWire[];
  readonly CLIP_ID: number;
  readonly PLAY: boolean;
  readonly TIMECODE: number;
  readonly SPEED: number;
  readonly [key: string]: unknown;
}

export interface Answer {
  readonly status: number;
  readonly body: Status & { readonly error?: string; readonly code?: string };
}

/** @param answerSeconds after which a request is given up */
export const createClient = (url: string, answerSeconds = 15) => {
  const get = async (
    path: string,
    parameters: Readonly<Record<string, string | number | boolean>> = {},
  ): Promise<Answer> => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) query.append(name, String(value));
    const response = await fetch(`${url}${path}?${query}`, { signal: AbortSignal.timeout(answerSeconds * 1000) });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  };
  const status = async (): Promise<Status> => (await get('/status')).body;
  const upload = async (file: string, name = basename(file)): Promise<Answer> => {
    const form = new FormData();
    form.append('videoFile', new Blob([await readFile(file)]), name);
    const response = await fetch(`${url}/upload`, { method: 'POST', body: form });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  };
  const idOf = async (name: string): Promise<number> => {
    const index = (await status()).CLIPS.findIndex(({ Filename }) => Filename === name);
    if (index < 0) throw new Error(`no clip ${name}`);
    return index;
  };
  return {
    get,
    status,
    upload,
    /** @throws Error when there is no such file in the list */
    idOf,
    /** Uploads a file; resolves to its number in the list. */
    add: async (file: string, name = basename(file)): Promise<number> => {
      const answer = await upload(file, name);
      if (answer.status !== 200) throw new Error(`${name} was refused: ${JSON.stringify(answer)}`);
      return idOf(name);
    },
    trim: (id: number, startat: number, endat: number, loop = false): Promise<Answer> =>
      get('/update_clip', { id, name: `clip ${id}`, startat, endat, loop }),
    /** Resolves to the first status for which the condition holds. */
    when: async (condition: (status: Status) => boolean, seconds = 60): Promise<Status> => {
      const latest = performance.now() + seconds * 1000;
      for (;;) {
        const now = await status();
        if (condition(now)) return now;
        if (performance.now() > latest) throw new Error(`never became ${condition}; last: ${JSON.stringify(now)}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
  };
};

export type Client = ReturnType<typeof createClient>;
