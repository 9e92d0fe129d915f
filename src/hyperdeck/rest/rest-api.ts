// The HyperDeck REST API and its event WebSocket, for a server that lends a path to it.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { toMessage } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { asOrigin } from '../../base/origin.ts';
import { toClientAddress } from '../../net/client-address.ts';
import { ConnectionPlaces } from '../../net/fair-places.ts';
import type { IdentifyOverlay } from '../device/identify-overlay.ts';
import type { CommandContext } from '../ethernet/command.ts';
import { readFields } from './body.ts';
import { type EventClient, openEventClient } from './event-client.ts';
import { type Action, RESOURCES, type Resource } from './resources.ts';
import { RestError, toRestError } from './rest-failure.ts';

const SOCKET_PATH = '/event/websocket';
const MAX_SOCKETS = 32;
const MAX_MESSAGE_BYTES = 64 * 1024;

const ACTIONS: Readonly<Record<string, (resource: Resource) => Action | undefined>> = {
  PUT: ({ put }) => put,
  POST: ({ post }) => post,
  DELETE: ({ remove }) => remove,
};

/** A connection that requested a WebSocket, before the answer. */
interface Handover {
  readonly socket: Duplex;
  readonly head: Buffer;
  /** Releases the HTTP response. */
  release(): void;
}

const toPath = (url = ''): string => url.split('?', 1)[0] ?? '';

/** The row of a path, and the word that matches its star. */
const findResource = (path: string): readonly [Resource, string] | undefined => {
  for (const resource of RESOURCES) {
    const [head = '', tail] = resource.path.split('*');
    if (
      tail === undefined ? path === resource.path : path.startsWith(head) && /^\d{1,9}$/.test(path.slice(head.length))
    )
      return [resource, path.slice(head.length)];
  }
  return undefined;
};

const toAllow = (resource: Resource): string =>
  [
    ...(resource.read === undefined ? [] : ['GET', 'HEAD']),
    ...Object.keys(ACTIONS).filter((method) => ACTIONS[method]?.(resource) !== undefined),
    'OPTIONS',
  ].join(', ');

const send = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void => {
  if (response.headersSent || response.destroyed) return;
  const text = body === undefined ? undefined : JSON.stringify(body);
  response.writeHead(status, {
    ...(text === undefined
      ? {}
      : { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(text) }),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  });
  response.end(text);
};

export class RestApi {
  readonly path = '/control/api/v1';
  readonly #context: CommandContext;
  readonly #mark: IdentifyOverlay;
  readonly #log: Log;
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    clientTracking: false,
    // One message per turn of the event loop, so that a flood delays nobody.
    allowSynchronousEvents: false,
  });
  readonly #places = new ConnectionPlaces({ max: MAX_SOCKETS });
  readonly #clients = new Set<EventClient>();
  readonly #stopWatching: () => void;

  constructor(deps: { context: CommandContext; mark: IdentifyOverlay; log: Log }) {
    this.#context = deps.context;
    this.#mark = deps.mark;
    this.#log = deps.log;
    this.#stopWatching = this.#context.hyperDeck.subscribe((snapshot) => {
      for (const client of this.#clients) client.publish(snapshot);
    });
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    this.#answer(request, response).catch((error) => {
      const { status, code, message } = toRestError(error);
      if (status === 500) this.#log.error(`${request.method} ${this.path}${toPath(request.url)}: ${toMessage(error)}`);
      // The rest of a rejected body is not read.
      const headers: Record<string, string> = request.complete ? {} : { Connection: 'close' };
      send(response, status, { error: message, code }, headers);
    });
  }

  upgrade(request: IncomingMessage, handover: Handover): boolean {
    if (toPath(request.url) !== SOCKET_PATH) return false;
    if (handover.socket.destroyed) return true;
    const place = this.#places.acquire({
      address: request.socket.remoteAddress ?? '',
      isIdle: () => handover.socket.writableNeedDrain,
      evict: () => handover.socket.destroy(),
    });
    if (place === undefined) return false;
    handover.socket.once('close', place.leave);
    handover.release();
    this.#sockets.handleUpgrade(request, handover.socket, handover.head, (opened) => {
      const client = openEventClient(opened, this.#context);
      this.#clients.add(client);
      opened.on('close', () => this.#clients.delete(client));
    });
    return true;
  }

  /** Ends every WebSocket. */
  stop(): void {
    this.#stopWatching();
    for (const client of this.#clients) client.end();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '' } = request;
    if (toPath(request.url) === SOCKET_PATH && this.#places.size >= MAX_SOCKETS) {
      throw new RestError(503, 'busy', `${MAX_SOCKETS} clients listen for events; allowed: no more at a time.`);
    }
    const [resource, argument] = findResource(toPath(request.url)) ?? [];
    if (resource === undefined || argument === undefined) {
      throw new RestError(404, 'path-not-found', `There is no such path under ${this.path}.`);
    }
    if (method === 'OPTIONS') return send(response, 204, undefined, { Allow: toAllow(resource) });
    if ((method === 'GET' || method === 'HEAD') && resource.read !== undefined) {
      return send(response, 200, resource.read(this.#context.hyperDeck.snapshot(), this.#context));
    }
    const act = ACTIONS[method]?.(resource);
    if (act === undefined) {
      const allow = toAllow(resource);
      const body = { error: `${method} is refused here; allowed: ${allow}.`, code: 'method-not-allowed' };
      return send(response, 405, body, { Allow: allow });
    }
    const fields = await readFields(request);
    const from = toClientAddress(request.socket.remoteAddress);
    await asOrigin({ door: 'hyperdeck', from }, () =>
      act({ house: this.#context, mark: this.#mark }, fields, argument),
    );
    send(response, 204, undefined);
  }
}
