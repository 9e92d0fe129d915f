import { describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../../src/http/control-api/operations.ts';
import { foreignHeader, type SiteHeaders } from '../../../src/net/browser-request.ts';
import { createServer } from '../server-under-test.ts';

const HOST = 'cuedeck:8080';

test.each<[SiteHeaders, ReturnType<typeof foreignHeader>]>([
  [{ host: HOST }, undefined],
  [{ host: HOST, origin: 'http://cuedeck:8080' }, undefined],
  [{ host: 'CueDeck:8080', origin: 'http://cuedeck:8080' }, undefined],
  [{ host: 'cuedeck:80', origin: 'http://cuedeck' }, undefined],
  [{ host: 'cuedeck', origin: 'https://cuedeck', 'x-forwarded-proto': 'https' }, undefined],
  [{ host: '[::1]:8080', origin: 'http://[::1]:8080' }, undefined],
  [{ host: HOST, referer: 'http://cuedeck:8080/some/page?x=1' }, undefined],
  [{ host: HOST, origin: '', referer: '' }, undefined],
  [{ host: HOST, 'sec-fetch-site': 'same-origin' }, undefined],
  [{ host: HOST, 'sec-fetch-site': 'none' }, undefined],
  [{ host: HOST, origin: 'http://evil.example' }, 'Origin'],
  [{ host: 'stage.local', origin: 'https://stage.local' }, 'Origin'],
  [{ host: 'stage.local', referer: 'https://stage.local/' }, 'Referer'],
  [{ host: 'stage.local', origin: 'ws://stage.local' }, 'Origin'],
  [{ host: 'stage.local', origin: 'http://stage.local', 'x-forwarded-proto': 'https' }, 'Origin'],
  [{ host: HOST, origin: 'null' }, 'Origin'],
  [{ host: HOST, origin: 'cuedeck:8080' }, 'Origin'],
  [{ host: HOST, origin: 'http://cuedeck' }, 'Origin'],
  [{ host: HOST, origin: 'http://cuedeck:8081' }, 'Origin'],
  [{ host: HOST, origin: 'http://cuedeck:8080.evil.example' }, 'Origin'],
  [{ host: HOST, origin: 'http://cuedeck:8080@evil.example' }, 'Origin'],
  [{ host: HOST, origin: 'http://cuedeck:8080, http://evil.example' }, 'Origin'],
  [{ origin: 'null' }, 'Origin'],
  [{ origin: 'http://' }, 'Origin'],
  [{ host: '', origin: 'file:///x' }, 'Origin'],
  [{ host: HOST, referer: 'http://evil.example/cuedeck:8080' }, 'Referer'],
  [{ host: HOST, origin: 'http://cuedeck:8080', referer: 'http://evil.example/' }, 'Referer'],
  [{ host: HOST, referer: 'about:blank' }, 'Referer'],
  [{ host: HOST, 'sec-fetch-site': 'cross-site' }, 'Sec-Fetch-Site'],
  [{ host: HOST, 'sec-fetch-site': 'same-site' }, 'Sec-Fetch-Site'],
  [{ host: HOST, origin: 'http://cuedeck:8080', 'sec-fetch-site': 'cross-site' }, 'Sec-Fetch-Site'],
])('%j is told foreign by %s', (headers, expected) => {
  expect(foreignHeader(headers)).toBe(expected);
});

const FOREIGN = { Origin: 'http://evil.example' };
const changing = OPERATIONS.filter(({ changes }) => changes);
const reading = OPERATIONS.filter(({ changes, answer }) => !changes && answer !== 'events');

describe('a page of another site', () => {
  test.each(changing)('does not get $method $path done', async ({ method, path }) => {
    const { ask, deck, machine } = await createServer();
    await deck.select(1);
    const before = deck.state();
    const query = '?id=1&secs=5&hostname=other&name=a&startat=0&endat=1&loop=1';
    const { status, headers, text } = await ask(path + query, { method, headers: FOREIGN });
    expect([status, JSON.parse(text)]).toEqual([
      403,
      {
        error:
          'Origin "http://evil.example" is another site; allowed: pages of this device, and programs that are no web page.',
        code: 'foreign-page',
      },
    ]);
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect([deck.state(), machine.hostName()]).toEqual([before, 'cuedeck']);
  });

  test.each(reading)('may ask for $path, but its browser does not show it the answer', async ({ path }) => {
    const { ask } = await createServer();
    const { status, headers } = await ask(path, { headers: FOREIGN });
    expect([status, headers['access-control-allow-origin']]).toEqual([200, undefined]);
  });
});

test('a page of this device gets things done', async () => {
  const { ask, port, deck } = await createServer();
  const origin = `http://127.0.0.1:${port}`;
  const { status } = await ask('/select_clip?id=2', {
    headers: { Origin: origin, Referer: `${origin}/`, 'Sec-Fetch-Site': 'same-origin' },
  });
  expect([status, deck.state().selectedId]).toEqual([200, 'b']);
});
