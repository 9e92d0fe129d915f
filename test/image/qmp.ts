// QEMU's control socket: pictures of the virtual screen.

import { readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { until } from '../appliance/command.ts';
import { type Picture, parsePpm } from './picture.ts';

export interface Monitor {
  /** @throws Error when QEMU refuses or is gone */
  screen(): Promise<Picture>;
  close(): void;
}

export const openMonitor = async (socketPath: string): Promise<Monitor> => {
  const socket = await until(
    () =>
      new Promise<ReturnType<typeof connect> | undefined>((resolve) => {
        const attempt = connect(socketPath);
        attempt.once('connect', () => resolve(attempt));
        attempt.once('error', () => resolve(undefined));
      }),
    30,
    'the control socket of QEMU',
  );
  socket.on('error', () => undefined);
  const answers: Record<string, unknown>[] = [];
  let text = '';
  socket.on('data', (data) => {
    text += data;
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) {
      const message = JSON.parse(line);
      if ('return' in message || 'error' in message) answers.push(message);
    }
  });
  let turn: Promise<unknown> = Promise.resolve();
  const execute = (command: string, parameters: Readonly<Record<string, unknown>> = {}): Promise<void> => {
    const next = turn.then(async () => {
      answers.length = 0;
      socket.write(`${JSON.stringify({ execute: command, arguments: parameters })}\n`);
      const answer = await until(() => answers.shift(), 30, `an answer of QEMU to ${command}`);
      if ('error' in answer) throw new Error(`QEMU: ${command}: ${JSON.stringify(answer.error)}`);
    });
    turn = next.catch(() => undefined);
    return next;
  };
  await execute('qmp_capabilities');
  const file = `${socketPath}.ppm`;
  return {
    screen: async () => {
      await execute('screendump', { filename: file });
      const picture = parsePpm(await readFile(file));
      await rm(file, { force: true });
      return picture;
    },
    close: () => socket.destroy(),
  };
};
