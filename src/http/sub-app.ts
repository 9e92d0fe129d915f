// Serves another interface under a path, behind the same guards.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RequestHandler } from 'express';

export interface SubApp {
  readonly path: `/${string}`;
  /** Handles everything under the path; the path is removed from `url`. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Takes over a connection for a WebSocket and releases it; false when `handle` should answer. */
  upgrade(request: IncomingMessage, handover: Handover): boolean;
}

/** A WebSocket request that has not passed the guards yet. */
export interface Handover {
  readonly socket: Duplex;
  readonly head: Buffer;
  /** Releases the HTTP response. */
  release(): void;
}

/** @param handovers WebSocket requests */
export const toMountHandler =
  (mount: SubApp, handovers: WeakMap<IncomingMessage, Handover>): RequestHandler =>
  (request, response) => {
    const handover = handovers.get(request);
    if (handover === undefined || !mount.upgrade(request, handover)) mount.handle(request, response);
  };
