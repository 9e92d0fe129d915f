// A real server on a real socket, with a real deck; player, clip list and machine are fakes, uploads go to a real folder.
import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Action } from '../../src/actions/action.ts';
import type { Clip } from '../../src/deck/clips/clip.ts';
import type { ListStore } from '../../src/deck/lists/list-store.ts';
import type { UploadStaging } from '../../src/deck/upload-ports.ts';
import type { Fleet } from '../../src/http/api-v1/operation.ts';
import { type ApiDeps, HttpServer } from '../../src/http/http-server.ts';
import { createDeck } from '../deck/deck-under-test.ts';
import { createApiDeps } from '../fakes/api-parts.ts';
import { createFakeMachine } from '../fakes/fake-machine.ts';
import { createFolderStaging } from '../fakes/folder-staging.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Question {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
  /** Which loopback address it comes from. */
  readonly from?: string;
}

export const createServer = async (
  options: {
    readonly clips?: readonly Clip[];
    readonly token?: string;
    readonly sessionKey?: string;
    readonly pictureTicket?: string;
    readonly allowedHosts?: readonly string[];
    readonly pageFolder?: string;
    readonly staging?: (staging: UploadStaging) => UploadStaging;
    readonly fleet?: Fleet;
    readonly plays?: ApiDeps['plays'];
    readonly loudness?: ApiDeps['loudness'];
    readonly actions?: readonly Action[];
    readonly lists?: ListStore;
  } = {},
) => {
  const folder = mkdtempSync(join(tmpdir(), 'cuedeck-http-'));
  const fixture = await createDeck({
    ...(options.clips !== undefined && { clips: options.clips }),
    ...(options.lists !== undefined && { lists: options.lists }),
  });
  const box = createFakeMachine();
  const { staging, ...bay } = createFolderStaging(folder);
  const log = createRecordingLog();
  const server = new HttpServer({
    deck: fixture.deck,
    machine: box.machine,
    staging: options.staging?.(staging) ?? staging,
    clock: fixture.clock,
    log,
    token: options.token ?? '',
    sessionKey: options.sessionKey ?? 'a session key',
    ...(options.pictureTicket !== undefined && { pictureTicket: options.pictureTicket }),
    allowedHosts: options.allowedHosts ?? [],
    pageFolder: options.pageFolder ?? join(folder, 'no-page'),
    api: {
      ...createApiDeps(fixture.store),
      startAt: fixture.startAt,
      fleet: () => options.fleet,
      ...(options.plays !== undefined && { plays: options.plays }),
      ...(options.loudness !== undefined && { loudness: options.loudness }),
      ...(options.actions !== undefined && { actions: options.actions }),
    },
  });
  const { port } = await server.start('127.0.0.1', 0);
  onTestFinished(async () => {
    await server.stop();
    await fixture.deck.dispose();
    rmSync(folder, { recursive: true });
  });

  const ask = (path: string, question: Question = {}): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const { method = 'GET', headers = {}, body, from: localAddress = '127.0.0.1' } = question;
      const place = { host: '127.0.0.1', port, localAddress };
      const request = httpRequest({ ...place, path, method, headers, agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
        response.on('error', reject);
      });
      request.on('error', reject).end(body);
    });
  /** Status code and parsed body. */
  const get = async (path: string, headers: OutgoingHttpHeaders = {}): Promise<[number, unknown]> => {
    const { status, text } = await ask(path, { headers });
    return [status, JSON.parse(text)];
  };
  /** Sends bytes as they are; resolves to all that comes back before the connection ends. */
  const sendRaw = (bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      socket.setEncoding('latin1').on('data', (chunk: string) => {
        text += chunk;
      });
      socket.on('error', reject).on('close', () => resolve(text));
    });
  return {
    ...fixture,
    ...box,
    server,
    port,
    url: `http://127.0.0.1:${port}`,
    folder,
    ...bay,
    log,
    ask,
    get,
    sendRaw,
  };
};

/** Checks again until it holds; the time-out of the test is the deadline. */
export const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
};
