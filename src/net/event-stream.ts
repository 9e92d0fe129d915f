// One SSE client and its backlog limit.
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** One encoded event; made once and sent to every stream. */
export type Frame = Buffer;

/** @param json one line of JSON */
export const toFrame = (event: string, json: string | Buffer): Frame =>
  Buffer.concat([Buffer.from(`event: ${event}\ndata: `), Buffer.from(json), Buffer.from('\n\n')]);

/** A comment that stops proxies and browsers from closing a silent connection. */
const HEARTBEAT: Frame = Buffer.from(':\n\n');

/**
 * A client with more unread than this and its largest event is disconnected; it reconnects by itself and gets the full state.
 */
const MAX_BACKLOG_BYTES = 4 * 1024 * 1024;

export interface EventStream {
  /** False when the client was too far behind and was disconnected. */
  send(frame: Frame): boolean;
  /** Like `send`, for events that the next one replaces: dropped while the client is behind. */
  sendLatest(frame: Frame): void;
  /** Sends a comment; false when the client was also behind at the last one and was disconnected. */
  beat(): boolean;
  /** True while the client has unread data. */
  isBehind(): boolean;
  end(): void;
  /** Ends the stream without waiting for the client. */
  cut(): void;
}

export const openEventStream = (response: ServerResponse, headers: OutgoingHttpHeaders): EventStream => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', ...headers });
  let wasBehind = false;
  let largestBytes = 0;
  return {
    send: (frame) => {
      // The kernel's buffers come on top.
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
