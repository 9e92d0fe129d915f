// The UDP port of the master, and the frames that bursts leave in.
import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { toMessage } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { Endpoint } from './endpoint.ts';
import { BURST_BYTES } from './homebrew/burst.ts';
import { createOwnQueues, type OwnQueues } from './own-queues.ts';
import type { DeliveryPort } from './streams/delivery.ts';

/**
 * Nearly every datagram leaves during `send`, so a few frames in the CPU cache are reused for all.
 * The send queue is checked every half round (a check costs as much as filling a few frames): while it is not
 * empty, new frames are used, so that no waiting frame is overwritten.
 */
const FRAMES = 64;
const CHECK_EVERY_FRAMES = FRAMES / 2;
const MAX_QUEUED = 2048;
const SOCKET_BUFFER_BYTES = 4 * 1024 * 1024;
const FLUSH_SECONDS = 0.5;
const FLUSH_STEP_SECONDS = 0.01;

/** Frames that are contiguous in memory. */
const createFrames = (): readonly Buffer[] => {
  const all = Buffer.alloc(FRAMES * BURST_BYTES);
  return Array.from({ length: FRAMES }, (_, index) => all.subarray(index * BURST_BYTES, (index + 1) * BURST_BYTES));
};

const listen = async (socket: Socket, port: number, address: string): Promise<void> => {
  // With its lookup the socket may listen before bind returns.
  const listening = once(socket, 'listening');
  socket.bind(port, address);
  await listening;
};

const close = async (socket: Socket): Promise<void> => {
  const closed = once(socket, 'close');
  socket.close();
  await closed;
};

export class DmrSocket implements DeliveryPort, OwnQueues {
  readonly #host: string;
  readonly #port: number;
  readonly #log: Log;
  readonly #onDatagram: (datagram: Buffer, from: Endpoint) => void;
  readonly #frames = createFrames();
  #nextFrame = 0;
  #isBackedUp = false;
  #lost = 0;
  #socket: Socket | undefined;
  #queues: ReturnType<typeof createOwnQueues> | undefined;

  /** @param deps.host an address or name; `::` serves IPv6 and IPv4 */
  constructor(deps: {
    readonly host: string;
    readonly port: number;
    readonly log: Log;
    readonly onDatagram: (datagram: Buffer, from: Endpoint) => void;
  }) {
    this.#host = deps.host;
    this.#port = deps.port;
    this.#log = deps.log;
    this.#onDatagram = deps.onDatagram;
  }

  /**
   * @returns the address it listens on
   * @throws the system's error when the address cannot be had
   */
  async start(): Promise<Endpoint> {
    const { address, family } = await lookup(this.#host);
    const toSocket = (isShared: boolean): Socket =>
      createSocket({
        type: family === 6 ? 'udp6' : 'udp4',
        reuseAddr: isShared,
        // Peers have addresses, not names; the resolver would cost each datagram a turn of the event loop.
        lookup: (host, _options, callback) => callback(null, host, family),
      });
    const onDatagram = (datagram: Buffer, from: Endpoint): void => {
      // A sender with port 0 wants no answer, and sending there throws.
      if (from.port !== 0) this.#onDatagram(datagram, from);
    };
    // A socket that shares its port does not notice another program there, and is given any port that others share.
    const trial = toSocket(false);
    await listen(trial, this.#port, address);
    const { port } = trial.address();
    await close(trial);
    const socket = toSocket(true);
    socket.on('message', onDatagram);
    await listen(socket, port, address);
    socket.on('error', (error) => this.#log.error(`the DMR socket failed: ${toMessage(error)}`));
    socket.setRecvBufferSize(SOCKET_BUFFER_BYTES);
    socket.setSendBufferSize(SOCKET_BUFFER_BYTES);
    this.#socket = socket;
    this.#queues = createOwnQueues({ place: socket.address(), toSocket: () => toSocket(true), onDatagram });
    return socket.address();
  }

  frame(): Buffer | undefined {
    if (this.#nextFrame % CHECK_EVERY_FRAMES === 0) {
      const queued = this.queued();
      if (queued > MAX_QUEUED) {
        this.#lost++;
        return undefined;
      }
      this.#isBackedUp = queued > 0;
    }
    this.#nextFrame = (this.#nextFrame + 1) % FRAMES;
    return this.#isBackedUp ? Buffer.alloc(BURST_BYTES) : this.#frames[this.#nextFrame];
  }

  /** Never throws; unreachable addresses are ignored. */
  send(bytes: Buffer, to: Endpoint): void {
    this.#socket?.send(bytes, to.port, to.address);
  }

  /** Likewise, for what is no burst: dropped when the send queue is full, which `frame` checks for bursts. */
  answer(bytes: Buffer, to: Endpoint): void {
    if (this.queued() <= MAX_QUEUED) this.send(bytes, to);
  }

  open(holder: number | string, sender: Endpoint): void {
    this.#queues?.open(holder, sender);
  }

  close(holder: number | string): void {
    this.#queues?.close(holder);
  }

  /** Datagrams that wait to be sent. */
  queued(): number {
    return this.#socket?.getSendQueueCount() ?? 0;
  }

  /** Frames that were dropped because the send queue was full. */
  lost(): number {
    return this.#lost;
  }

  /** Closes when everything is sent, or after half a second. */
  async stop(): Promise<void> {
    for (let waited = 0; this.queued() > 0 && waited < FLUSH_SECONDS; waited += FLUSH_STEP_SECONDS)
      await new Promise((resolve) => setTimeout(resolve, FLUSH_STEP_SECONDS * 1000));
    const socket = this.#socket;
    this.#socket = undefined;
    this.#queues?.stop();
    this.#queues = undefined;
    if (socket !== undefined) await close(socket);
  }
}
