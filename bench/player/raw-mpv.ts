// The floor: one mpv, one socket, nothing else.
import { spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';

interface Message {
  readonly event?: string;
  readonly name?: string;
  readonly data?: unknown;
  readonly request_id?: number;
}

interface RawMpv {
  send(command: unknown): Promise<Message>;
  event(matches: (message: Message) => boolean): Promise<Message>;
  stop(): void;
}

export const startRawMpv = async (): Promise<RawMpv> => {
  const child = spawn(
    'mpv',
    [
      '--no-config',
      '--idle=yes',
      '--vo=null',
      '--ao=null',
      '--keep-open=always',
      '--hr-seek=yes',
      '--terminal=no',
      '--input-ipc-client=fd://3',
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const stream = child.stdio[3] as Duplex;
  const replies = new Map<number, (message: Message) => void>();
  const waiting = new Set<(message: Message) => void>();
  let text = '';
  let lastId = 0;
  stream.on('data', (chunk) => {
    text += chunk;
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) {
      const message: Message = JSON.parse(line);
      if (message.request_id !== undefined && message.event === undefined) replies.get(message.request_id)?.(message);
      else for (const wait of [...waiting]) wait(message);
    }
  });
  const send = (command: unknown): Promise<Message> => {
    lastId += 1;
    const id = lastId;
    stream.write(`${JSON.stringify({ command, request_id: id })}\n`);
    return new Promise((resolve) => replies.set(id, resolve));
  };
  await send(['get_property', 'mpv-version']);
  return {
    send,
    event: (matches) =>
      new Promise((resolve) => {
        const wait = (message: Message): void => {
          if (!matches(message)) return;
          waiting.delete(wait);
          resolve(message);
        };
        waiting.add(wait);
      }),
    stop: () => child.kill('SIGKILL'),
  };
};
