// Another interface that is served under a path of this server, behind every guard that the control API has.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RequestHandler } from 'express';
import { refuseForeignPages } from './guards.ts';

export interface Mount {
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

const HARMLESS_METHODS: readonly (string | undefined)[] = ['GET', 'HEAD', 'OPTIONS'];

/** @param handovers requests that ask for a WebSocket */
export const toMountHandler = (mount: Mount, handovers: WeakMap<IncomingMessage, Handover>): RequestHandler => {
  return (request, response, next) => {
    const handover = handovers.get(request);
    const pass = (): void => {
      if (handover === undefined || !mount.upgrade(request, handover)) mount.handle(request, response);
    };
    // A browser opens a WebSocket to anywhere, and lets the page read it: Origin is what tells.
    if (handover === undefined && HARMLESS_METHODS.includes(request.method)) pass();
    else refuseForeignPages(request, response, (error?: unknown) => (error === undefined ? pass() : next(error)));
  };
};
