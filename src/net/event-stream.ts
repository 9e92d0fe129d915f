// One SSE client and its backlog limit.
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** One event as it goes over the wire; made once and sent to every stream. */
export type Frame = Buffer;

/** @param json one line of JSON */
export const toFrame = (event: string, json: string | Buffer): Frame =>
  Buffer.concat([Buffer.from(`event: ${event}\ndata: `), Buffer.from(json), Buffer.from('\n\n')]);

/** A comment that keeps proxies and browsers from taking the silence for a dead connection. */
const HEARTBEAT: Frame = Buffer.from(':\n\n');

/**
 * A client whose unread events pass this and its largest event is dropped; it comes back by itself and gets everything afresh.
 */
const MAX_BACKLOG_BYTES = 4 * 1024 * 1024;

export interface EventStream {
  /** False when the client has fallen too far behind and was dropped. */
  send(frame: Frame): boolean;
  /** Like `send`, for what the next event of its kind replaces: left out while the client is behind. */
  sendLatest(frame: Frame): void;
  /** Sends a comment; false when the client was behind at the last one, too, and was dropped. */
  beat(): boolean;
  /** Whether the client has not taken in what was sent. */
  isBehind(): boolean;
  end(): void;
  /** Ends it without waiting for the client. */
  cut(): void;
}

export const openEventStream = (response: ServerResponse, headers: OutgoingHttpHeaders): EventStream => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', ...headers });
  let wasBehind = false;
  let largestBytes = 0;
  return {
    send: (frame) => {
      // The kernel's own buffers come on top.
      if (response.writableLength > MAX_BACKLOG_BYTES + largestBytes) {
        response.destroy();
        return false;
      }
      largestBytes = Math.max(largestBytes, frame.length);
      response.write(frame);
      return true;
    },
    beat: () => {
      const isBehind = response.writableNeedDrain;
      if (isBehind && wasBehind) {
        response.destroy();
        return false;
      }
      wasBehind = isBehind;
      response.write(HEARTBEAT);
      return true;
    },
    sendLatest: (frame) => {
      if (!response.writableNeedDrain) response.write(frame);
    },
    isBehind: () => response.writableNeedDrain,
    end: () => {
      response.end();
    },
    cut: () => {
      response.destroy();
    },
  };
};
