import { execFile } from 'node:child_process';
import { METHODS } from 'node:http';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../src/http/control-api/operations.ts';
import { createServer } from './server-under-test.ts';

/** Requests that would each do something. */
const REQUESTS: Readonly<Record<string, string>> = {
  '/select_clip': '/select_clip?id=2',
  '/update_clip': '/update_clip?id=1&name=new&startat=0&endat=1&loop=1',
  '/goto_secs': '/goto_secs?secs=5',
  '/delete': '/delete?id=1',
  '/update_host': '/update_host?hostname=other',
};

const createPlayingServer = async () => {
  const server = await createServer();
  await server.get('/select_clip?id=1');
  await server.get('/play');
  return server;
};

describe.each(OPERATIONS)('$method $path', ({ method, path, changes, answer }) => {
  const request = REQUESTS[path] ?? path;
  const allow = changes ? `${method}, OPTIONS` : 'GET, HEAD, OPTIONS';

  test('OPTIONS names its methods and changes nothing', async () => {
    const { ask, deck, machine } = await createPlayingServer();
    const before = deck.state();
    const { status, headers, text } = await ask(request, { method: 'OPTIONS' });
    expect([status, headers.allow, text]).toEqual([204, allow, '']);
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect([deck.state(), machine.hostName()]).toEqual([before, 'cuedeck']);
  });

  test('HEAD changes nothing, and has the headers of the answer where nothing would change', async () => {
    const { ask, deck, machine } = await createPlayingServer();
    const before = deck.state();
    const { status, headers, text } = await ask(request, { method: 'HEAD' });
    const length = answer === 'events' ? undefined : (await ask(changes ? '/none' : request)).headers['content-length'];
    if (changes) expect([status, headers.allow, text]).toEqual([405, allow, '']);
    else expect([status, headers['content-length'], text]).toEqual([200, length, '']);
    expect([deck.state(), machine.hostName()]).toEqual([before, 'cuedeck']);
  });

  const others = METHODS.filter((other) => !allow.split(', ').includes(other) && !['HEAD', 'CONNECT'].includes(other));
  test('every other method is 405 with Allow and changes nothing', async () => {
    const { ask, deck, machine } = await createPlayingServer();
    const before = deck.state();
    for (const other of others) {
      const { status, headers, text } = await ask(request, { method: other });
      // Debian 13's Node takes QUERY and does not say that it is one.
      const refused = text.replace('This method is', `${JSON.stringify(other).replaceAll('"', '\\"')} is`);
      const error = `${JSON.stringify(other)} is refused on ${path}; allowed: ${allow}.`;
      expect([status, headers.allow, refused]).toEqual([
        405,
        allow,
        JSON.stringify({ error, code: 'method-not-allowed' }),
      ]);
    }
    expect([deck.state(), machine.hostName()]).toEqual([before, 'cuedeck']);
  });
});

test('curl -I on /play changes nothing and ends', async () => {
  const { url, deck } = await createPlayingServer();
  const before = deck.state();
  const { stdout } = await promisify(execFile)('curl', ['-sSI', '--max-time', '5', `${url}/play`]);
  expect(stdout.split('\r\n')[0]).toBe('HTTP/1.1 405 Method Not Allowed');
  expect(deck.state()).toBe(before);
});
