import { linkSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isListening, whenListening } from './listening.ts';
import { askMaintenance } from './mpv/real-mpv.ts';

const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'cuedeck-listening-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const listen = (path: string): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer((socket) => socket.end('{"request_id":77,"data":1234}\n'));
    server.listen(path, () => resolve(server));
  });

/** As a killed process leaves it. */
const leaveBehind = async (path: string): Promise<void> => {
  const server = await listen(`${path}.first`);
  linkSync(`${path}.first`, path);
  await new Promise((resolve) => server.close(resolve));
};

test('a question to a player that is only just coming waits, although the file of a killed one is there', async () => {
  const path = join(temporaryFolder(), 'mpv.sock');
  await leaveBehind(path);
  const answer = askMaintenance(path, ['get_property', 'pid']);
  rmSync(path);
  await leaveBehind(path);
  await new Promise((resolve) => setTimeout(resolve, 100));
  rmSync(path);
  const server = await listen(path);
  onTestFinished(() => void server.close());
  expect(await answer).toBe(1234);
});

test('nobody listens at a file that is not there, or at one left behind', async () => {
  const path = join(temporaryFolder(), 'mpv.sock');
  expect(isListening(path)).toBe(false);
  await leaveBehind(path);
  expect(isListening(path)).toBe(false);
  rmSync(path);
  const server = await listen(path);
  onTestFinished(() => void server.close());
  expect(isListening(path)).toBe(true);
  await whenListening(path);
});
