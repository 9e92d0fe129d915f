// A client of the Ethernet protocol that checks the framing: every line ends CR LF, every block with an empty line.
import { connect, type Socket } from 'node:net';

export interface Message {
  readonly code: number;
  readonly title: string;
  /** Lines of a block; undefined for a message of one line. */
  readonly lines: readonly string[] | undefined;
  /** When its last byte came, milliseconds. */
  readonly at: number;
}

/** The value of a key of a block. */
export const valueIn = ({ lines = [] }: Message, key: string): string | undefined =>
  lines.find((line) => line.startsWith(`${key}: `))?.slice(key.length + 2);

/** All keys of a block with their values. */
export const valuesOf = ({ lines = [] }: Message): Readonly<Record<string, string>> =>
  Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]));

const isNotice = ({ code }: Message): boolean => code >= 500;

export interface WireClient {
  readonly socket: Socket;
  /** All that came, in order, the greeting included. */
  readonly messages: Message[];
  /** Sends a request, with a line end behind it, and resolves to its answer. */
  ask(request: string): Promise<Message>;
  /** Like `ask`; resolves to the first line of the answer. */
  say(request: string): Promise<string>;
  send(bytes: string | Buffer): void;
  /** Resolves to the first message from `since` on that matches. */
  until(matches: (message: Message) => boolean, since?: number): Promise<Message>;
  /** Resolves when the other side has closed. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

const DEADLINE_SECONDS = 15;

/** @param localAddress which address of this machine it comes from */
export const connectClient = async (port: number, host = '127.0.0.1', localAddress?: string): Promise<WireClient> => {
  const socket = connect({ port, host, ...(localAddress !== undefined && { localAddress }) });
  socket.setNoDelay(true);
  const messages: Message[] = [];
  const watchers = new Set<() => void>();
  let text = '';
  let block: { code: number; title: string; lines: string[] } | undefined;
  let broken: Error | undefined;

  const fail = (reason: string): void => {
    broken = new Error(`bad framing: ${reason}`);
    socket.destroy(broken);
  };
  const takeLine = (line: string): void => {
    const at = performance.now();
    if (block !== undefined) {
      if (line !== '') block.lines.push(line);
      else {
        messages.push({ ...block, at });
        block = undefined;
      }
      return;
    }
    const [, code, title, colon] = /^(\d{3}) ([^:]+)(:?)$/.exec(line) ?? [];
    if (code === undefined || title === undefined) fail(JSON.stringify(line));
    else if (colon === ':') block = { code: Number(code), title, lines: [] };
    else messages.push({ code: Number(code), title, lines: undefined, at });
  };
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    const lines = text.split('\r\n');
    text = lines.pop() ?? '';
    for (const line of lines) {
      if (/[\r\n]/.test(line)) fail(JSON.stringify(line));
      else takeLine(line);
    }
    for (const watch of watchers) watch();
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  void closed.then(() => {
    for (const watch of watchers) watch();
  });
  socket.on('error', () => undefined);

  const until: WireClient['until'] = (matches, since = 0) =>
    new Promise((resolve, reject) => {
      const finish = (done: () => void): void => {
        clearTimeout(timer);
        watchers.delete(watch);
        done();
      };
      const watch = (): void => {
        const found = messages.slice(since).find(matches);
        if (found !== undefined) finish(() => resolve(found));
        else if (broken !== undefined || socket.closed)
          finish(() => reject(broken ?? new Error(`closed after ${JSON.stringify(messages.slice(-3))}`)));
      };
      const timer = setTimeout(
        () => finish(() => reject(new Error(`no such message; last: ${JSON.stringify(messages.slice(-5))}`))),
        DEADLINE_SECONDS * 1000,
      );
      watchers.add(watch);
      watch();
    });
  const send = (bytes: string | Buffer): void => void socket.write(bytes);
  const ask = (request: string): Promise<Message> => {
    const since = messages.length;
    send(`${request}\r\n`);
    return until((message) => !isNotice(message), since);
  };
  return {
    socket,
    messages,
    ask,
    say: async (request) => {
      const { code, title } = await ask(request);
      return `${code} ${title}`;
    },
    send,
    until,
    closed,
    close: async () => {
      socket.destroy();
      await closed;
    },
  };
};

/** Connects and waits for the greeting. */
export const greetedClient = async (port: number, host?: string, localAddress?: string): Promise<WireClient> => {
  const client = await connectClient(port, host, localAddress);
  await client.until(({ code }) => code === 500);
  return client;
};

/** The multi-line shape of a single-line request with one parameter a line. */
export const toBlockRequest = (command: string, parameters: readonly (readonly [string, string])[]): string =>
  [`${command}:`, ...parameters.map(([name, value]) => `${name}: ${value}`), ''].join('\r\n');
