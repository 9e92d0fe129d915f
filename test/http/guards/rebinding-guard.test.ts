import { describe, expect, test } from 'vitest';
import { isOwnHost } from '../../../src/http/guards/rebinding-guard.ts';
import { createServer } from '../server-under-test.ts';

const own = { hostName: 'Stage.Theatre.example', allowedHosts: ['.lan.example', 'player.test'] };

test.each([
  '192.0.2.7',
  '192.0.2.7:8080',
  '127.0.0.1',
  '[::1]',
  '[2001:DB8::7]:8080',
  '[fe80::1]',
  'localhost',
  'LOCALHOST:80',
  'cuedeck',
  'CueDeck:8080',
  'cuedeck.',
  'stage_left',
  'cuedeck.local',
  'cuedeck-2.local:8080',
  'cuedeck.local.',
  'stage.theatre.example',
  'lan.example',
  'cuedeck.lan.example:1',
  'player.test',
  'a.player.test',
])('%s is this device', (host) => {
  expect(isOwnHost(host, own)).toBe(true);
});

test.each([
  '',
  ':80',
  '.',
  '.local',
  'evil.example',
  'evil.example:8080',
  '192.0.2.7.nip.example',
  '192.0.2.7.evil.example',
  '192.0.2.777',
  '1.2.3',
  'local.evil.example',
  'cuedeck.local.evil.example',
  'evillan.example',
  'notplayer.test',
  'player.test.evil.example',
  'theatre.example',
  'user@cuedeck',
  'cuedeck/evil',
  'cuedeck evil',
  'cuedeck:80:80',
  'cuedeck:port',
  'cuedeck,evil.example',
  '[::1',
  '::1',
  '[::1]evil.example',
  '[1.2.3.4]',
  '[fe80::1%25eth0]',
  '-cuedeck',
  'a'.repeat(64),
])('%j is another host', (host) => {
  expect(isOwnHost(host, { ...own, hostName: 'cuedeck' })).toBe(false);
});

test('an allowed host that is empty allows nothing', () => {
  expect(isOwnHost('evil.example', { hostName: 'cuedeck', allowedHosts: ['', '.'] })).toBe(false);
});

describe('the server', () => {
  test('answers 421 to another host, whatever the path and method, and does nothing', async () => {
    const { ask, deck } = await createServer({ allowedHosts: ['lan.example'] });
    await deck.select(1);
    const before = deck.state();
    for (const path of ['/status', '/play', '/none', '/upload', '/events']) {
      const { status, text } = await ask(path, { headers: { Host: 'evil.example:80' } });
      expect([status, JSON.parse(text)]).toEqual([
        421,
        {
          error:
            'Host "evil.example:80" is not this device; allowed: an IP address, cuedeck, a name in .local or one of CUEDECK_ALLOWED_HOSTS.',
          code: 'wrong-host',
        },
      ]);
    }
    expect(deck.state()).toBe(before);
  });

  test('answers to its names', async () => {
    const { ask, set } = await createServer({ allowedHosts: ['lan.example'] });
    set({ hostName: 'stage.theatre.example' });
    for (const host of ['stage.theatre.example', 'x.lan.example', 'stage-2.local', '[::1]:80']) {
      expect((await ask('/clips', { headers: { Host: host } })).status).toBe(200);
    }
  });

  test('takes no second Host, and looks at the address in the first line', async () => {
    const { sendRaw } = await createServer();
    for (const [first, second] of [
      ['localhost', 'evil.example'],
      ['evil.example', 'localhost'],
    ]) {
      const request = `GET /clips HTTP/1.1\r\nHost: ${first}\r\nHost: ${second}\r\nConnection: close\r\n\r\n`;
      expect(await sendRaw(request)).toMatch(/^HTTP\/1.1 400 /);
    }
    const to = (host: string) => `GET http://${host}/clips HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
    expect(await sendRaw(to('evil.example'))).toMatch(/^HTTP\/1.1 421 /);
    expect(await sendRaw(to('localhost:80'))).toMatch(/^HTTP\/1.1 200 /);
  });

  test('needs a Host in HTTP/1.1, but not in HTTP/1.0', async () => {
    const { sendRaw } = await createServer();
    expect(await sendRaw('GET /clips HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1.1 421 /);
    expect(await sendRaw('GET /play HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
  });
});
