import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createPlayerClient } from '../../src/client/player-client.ts';

test('an answer without end is not read to its end', async () => {
  let sentBytes = 0;
  const server = createServer((_request, response) => {
    const chunk = Buffer.alloc(1024 * 1024, ' ');
    const send = (): void => {
      while (!response.destroyed && sentBytes < 300e6 && response.write(chunk)) sentBytes += chunk.length;
      if (sentBytes >= 300e6) response.end('{}');
      else if (!response.destroyed) response.once('drain', send);
    };
    send();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await expect(createPlayerClient({ url, token: '' }).call('get', '/device')).rejects.toThrow('the answer is too long');
  expect(sentBytes).toBeLessThan(100e6);
});
