// Plays a script of HyperDeck requests and writes down every byte that comes back, greeting and notices included.
import { connect } from 'node:net';
import { toMarked, toVisible } from './marks.ts';

const DEADLINE_SECONDS = 15;

interface Wire {
  send(text: string): void;
  /** Resolves to what has come since the last time, as soon as it matches. */
  take(matches: (text: string, isClosed: boolean) => boolean, what: string): Promise<string>;
  end(): void;
}

const openWire = (port: number): Wire => {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8').setNoDelay(true);
  let text = '';
  let isClosed = false;
  let look = (): void => undefined;
  socket.on('data', (chunk) => {
    text += chunk;
    look();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isClosed = true;
    look();
  });
  return {
    send: (request) => void socket.write(request),
    take: (matches, what) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`never came: ${what}; only ${text}`)), DEADLINE_SECONDS * 1000);
        look = () => {
          if (!matches(text, isClosed)) return;
          clearTimeout(timer);
          look = () => undefined;
          const taken = text;
          text = '';
          resolve(taken);
        };
        look();
      }),
    end: () => socket.destroy(),
  };
};

/** The messages in a text, unless the last is cut off. */
const toMessages = (text: string): readonly string[] | undefined => {
  const messages = text.match(/^\d{3} [^\r\n]*(?::\r\n(?:[^\r\n]+\r\n)*\r\n|[^:]\r\n)/gm) ?? [];
  return messages.join('') === text ? messages : undefined;
};

const isNotice = (message: string): boolean => /^5\d\d /.test(message);

const hasAnswer = (text: string): boolean => toMessages(text)?.some((message) => !isNotice(message)) ?? false;

/** Asks on a connection of its own until the deck says so: the clock decides nothing. */
const untilSaid = async (port: number, request: string, wanted: string): Promise<void> => {
  const wire = openWire(port);
  const latest = performance.now() + DEADLINE_SECONDS * 1000;
  await wire.take((text) => toMessages(text) !== undefined && text !== '', 'a greeting');
  for (;;) {
    wire.send(`${request}\r\n`);
    const answer = await wire.take(hasAnswer, request);
    if (answer.includes(`${wanted}\r\n`)) break;
    if (performance.now() > latest) throw new Error(`never became ${wanted}:\n${answer}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  wire.end();
};

/**
 * @param script a request on each line, `\n` in it is a line end; see hyperdeck.session for what begins with `@`
 * @returns the record of it
 */
export const playWire = async (script: string, port: number): Promise<string> => {
  const wires = new Map<string, Wire>();
  const record: string[] = [];
  let wire: Wire | undefined;
  let isMoving = false;
  const keep = (title: string, text: string): void => {
    record.push(`>>> ${title}\n${toMarked(toVisible(text), isMoving)}`);
    isMoving = false;
  };
  const remarks: Readonly<Record<string, (rest: string) => Promise<void>>> = {
    '@client': async (name) => {
      wire = wires.get(name);
      if (wire !== undefined) return;
      wire = openWire(port);
      wires.set(name, wire);
      keep(`(client ${name})`, await wire.take((text) => text !== '' && toMessages(text) !== undefined, 'a greeting'));
    },
    '@moving': async () => {
      isMoving = true;
    },
    '@until': (wanted) => untilSaid(port, 'transport info', wanted),
    '@hear': async (wanted) => {
      if (wire === undefined) return;
      const matches = (text: string): boolean => toMessages(text) !== undefined && text.includes(`${wanted}\r\n`);
      keep(`(hears ${wanted})`, await wire.take(matches, wanted));
    },
    '@closed': async () => {
      if (wire !== undefined) keep('(closed)', await wire.take((_text, isClosed) => isClosed, 'the end'));
    },
  };
  for (const line of script.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [word = ''] = line.split(' ');
    const remark = remarks[word];
    if (remark !== undefined) await remark(line.slice(word.length + 1));
    else if (wire !== undefined) {
      wire.send(`${line.replaceAll('\\n', '\r\n')}\r\n`);
      keep(line, await wire.take(hasAnswer, `an answer to ${line}`));
    }
  }
  for (const open of wires.values()) open.end();
  return record.join('\n');
};
