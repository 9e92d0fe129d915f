import { createHmac } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { createServer } from '../server-under-test.ts';

const TOKEN = 'sésame';
const login = (token: string) => ({ method: 'POST', body: JSON.stringify({ token }) });

test('the token buys a cookie that opens everything, also streams and pictures that carry no header', async () => {
  const { ask } = await createServer({ token: TOKEN });
  const reply = await ask('/api/v1/login', login(TOKEN));
  const [cookie = ''] = reply.headers['set-cookie'] ?? [];
  expect([reply.status, cookie.replace(/=[\w-]{43};/, '=…;')]).toEqual([
    204,
    'cuedeck=…; Path=/; Max-Age=34560000; HttpOnly; SameSite=Strict',
  ]);
  const headers = { cookie: `other=1; ${cookie.split(';')[0]}` };
  expect((await ask('/api/v1/transport', { headers })).status).toBe(200);
  expect((await ask('/status', { headers })).status).toBe(200);
});

test('the cookie lasts over a restart and ends with the token', async () => {
  const cookieOf = async (token: string): Promise<string> => {
    const { ask } = await createServer({ token });
    const reply = await ask('/api/v1/login', login(token));
    return reply.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  };
  const cookie = await cookieOf(TOKEN);
  expect(await cookieOf(TOKEN)).toBe(cookie);
  const { ask } = await createServer({ token: 'another' });
  expect((await ask('/api/v1/transport', { headers: { cookie } })).status).toBe(401);
});

test('nobody who knows only the token can make the cookie, so that it is no way to guess', async () => {
  const guess = createHmac('sha256', TOKEN).update('cuedeck session').digest('base64url');
  const cookieOf = async (sessionKey: string): Promise<string> => {
    const { ask } = await createServer({ token: TOKEN, sessionKey });
    expect((await ask('/status', { headers: { cookie: `cuedeck=${guess}` } })).status).toBe(401);
    const { headers } = await ask('/api/v1/login', login(TOKEN));
    return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  };
  const cookie = await cookieOf('one device');
  expect(await cookieOf('another device')).not.toBe(cookie);
  const { ask } = await createServer({ token: TOKEN, sessionKey: 'another device' });
  expect((await ask('/status', { headers: { cookie } })).status).toBe(401);
});

test('a wrong token, a foreign page and another method get none', async () => {
  const { ask } = await createServer({ token: TOKEN });
  const refused = async (question: Parameters<typeof ask>[1]) => {
    const { status, headers } = await ask('/api/v1/login', question);
    return [status, headers['set-cookie']];
  };
  expect(await refused(login('sesame'))).toEqual([401, undefined]);
  expect(await refused({ ...login(TOKEN), headers: { origin: 'http://evil.example' } })).toEqual([403, undefined]);
  expect(await refused({ method: 'POST', body: '{}' })).toEqual([400, undefined]);
  expect(await refused({ method: 'PUT' })).toEqual([405, undefined]);
});

test('logging out takes the cookie back, and whoever asks is told whether a token is needed', async () => {
  const { ask } = await createServer({ token: TOKEN });
  const { status, headers } = await ask('/api/v1/login', { method: 'DELETE' });
  expect([status, headers['set-cookie']]).toEqual([204, ['cuedeck=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict']]);
  expect(JSON.parse((await ask('/api/v1/login')).text)).toEqual({ needsToken: true });
  const open = await createServer();
  expect(JSON.parse((await open.ask('/api/v1/login')).text)).toEqual({ needsToken: false });
  const foreign = { method: 'DELETE', headers: { origin: 'http://evil.example' } };
  expect((await ask('/api/v1/login', foreign)).status).toBe(403);
});

test('the API itself asks no browser for a password, so that the page can', async () => {
  const { ask } = await createServer({ token: TOKEN });
  expect((await ask('/api/v1/transport')).headers['www-authenticate']).toBe('Bearer realm="CueDeck"');
});

test('the page and its files come without the token, compressed, and may run no code but their own', async () => {
  const folder = await temporaryFolder();
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'assets/page-1.js'), 'start()');
  writeFileSync(join(folder, 'secret.txt'), 'x');
  writeFileSync(join(folder, 'manifest.webmanifest'), '{}');
  const { ask } = await createServer({ token: TOKEN, pageFolder: folder });
  for (const path of ['/', '/countdown', '/?x=1']) {
    const { status, headers, text } = await ask(path);
    const policy = String(headers['content-security-policy']);
    expect([status, text, headers['content-type'], headers['x-content-type-options']]).toEqual([
      200,
      '<!doctype html>',
      'text/html; charset=utf-8',
      'nosniff',
    ]);
    expect([policy.includes("default-src 'none'"), policy.includes('unsafe')]).toEqual([true, false]);
  }
  const { headers, text } = await ask('/assets/page-1.js');
  expect([text, headers['cache-control']]).toEqual(['start()', 'public, max-age=31536000, immutable']);
  const manifest = await ask('/manifest.webmanifest');
  expect([manifest.headers['content-type'], manifest.headers['cache-control']]).toEqual([
    'application/manifest+json',
    'no-cache',
  ]);
  const { url } = await createServer({ pageFolder: folder });
  const packed = await fetch(`${url}/assets/page-1.js`, { headers: { 'accept-encoding': 'gzip' } });
  expect([packed.headers.get('content-encoding'), await packed.text()]).toEqual(['gzip', 'start()']);
  expect((await ask('/secret.txt')).status).toBe(401);
  expect((await ask('/../secret.txt')).status).toBe(401);
  expect((await ask('/', { method: 'POST' })).status).toBe(401);
});
