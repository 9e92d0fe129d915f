// Serves another interface under a path, behind the same guards.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RequestHandler } from 'express';

export interface SubApp {
  readonly path: `/${string}`;
  /** Answers everything under the path; its `url` has the path taken off. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Takes over a connection that asked for a WebSocket and releases it; false when `handle` is to answer. */
  upgrade(request: IncomingMessage, handover: Handover): boolean;
}

/** A connection whose request asks for a WebSocket, still in the way of the guards. */
export interface Handover {
  readonly socket: Duplex;
  readonly head: Buffer;
  /** Lets go of the answer that would have been sent over HTTP. */
  release(): void;
}

/** @param handovers requests that ask for a WebSocket */
export const toMountHandler =
  (mount: SubApp, handovers: WeakMap<IncomingMessage, Handover>): RequestHandler =>
  (request, response) => {
    const handover = handovers.get(request);
    if (handover === undefined || !mount.upgrade(request, handover)) mount.handle(request, response);
  };
