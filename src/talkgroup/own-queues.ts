// A receive queue of its own for each logged-in peer and each bridge: the kernel drops what does not fit into a queue, and a flood
// from elsewhere then fills another one. Such a queue is a second socket on the same port, connected to the sender.
import type { Socket } from 'node:dgram';
import { type Endpoint, isSameEndpoint } from './endpoint.ts';

export interface OwnQueues {
  /** Gives the sender a queue, in place of an earlier one of `holder`; without effect when there are too many. */
  open(holder: number | string, sender: Endpoint): void;
  /** Its datagrams come by the common queue again. */
  close(holder: number | string): void;
}

/** Before Linux 6.13 the kernel goes through all of them for each datagram; each is an open file. */
export const MAX_OWN_QUEUES = 256;

interface Queue {
  readonly sender: Endpoint;
  readonly socket: Socket;
  readonly holders: Set<number | string>;
}

const keyOf = ({ address, port }: Endpoint): string => `${port} ${address}`;

/** @param deps.toSocket an unbound socket that may share its port, for the family of the common one */
export const createOwnQueues = (deps: {
  readonly place: Endpoint;
  readonly toSocket: () => Socket;
  readonly onDatagram: (datagram: Buffer, from: Endpoint) => void;
}): OwnQueues & { stop(): void } => {
  const { place, toSocket, onDatagram } = deps;
  const byHolder = new Map<number | string, Queue>();
  const bySender = new Map<string, Queue>();

  const connect = (sender: Endpoint): Socket | undefined => {
    const socket = toSocket();
    // The network tells it that nobody is there, as an error of the next datagram.
    socket.on('error', () => undefined);
    // Until it is connected anybody's datagrams may come here.
    socket.on('message', onDatagram);
    try {
      socket.bind(place.port, place.address);
      // Throws when it could not be bound; to connect it then would bind it to any port.
      socket.address();
      socket.connect(sender.port, sender.address);
      socket.remoteAddress();
      return socket;
    } catch {
      socket.close();
      return undefined;
    }
  };

  const add = (sender: Endpoint): Queue | undefined => {
    const socket = bySender.size < MAX_OWN_QUEUES ? connect(sender) : undefined;
    if (socket === undefined) return undefined;
    const queue: Queue = { sender, socket, holders: new Set() };
    bySender.set(keyOf(sender), queue);
    return queue;
  };

  const close = (holder: number | string): void => {
    const queue = byHolder.get(holder);
    byHolder.delete(holder);
    queue?.holders.delete(holder);
    if (queue === undefined || queue.holders.size > 0) return;
    bySender.delete(keyOf(queue.sender));
    queue.socket.close();
  };

  return {
    open: (holder, sender) => {
      const before = byHolder.get(holder);
      if (before !== undefined && isSameEndpoint(before.sender, sender)) return;
      close(holder);
      const queue = bySender.get(keyOf(sender)) ?? add(sender);
      if (queue === undefined) return;
      queue.holders.add(holder);
      byHolder.set(holder, queue);
    },
    close,
    stop: () => {
      for (const { socket } of bySender.values()) socket.close();
      bySender.clear();
      byHolder.clear();
    },
  };
};
