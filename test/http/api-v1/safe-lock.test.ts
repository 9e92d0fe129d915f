// The lock of Safe: set by the owner, kept, and told to every page at once.
import { expect, test } from 'vitest';
import { isOwner } from '../../../src/http/api-v1/owner.ts';
import { createServer } from '../server-under-test.ts';
import { listen } from './told-events.ts';

const lock = (safeLock: boolean) => ({ method: 'PATCH', body: JSON.stringify({ safeLock }) });

test('the device keeps it, and tells every page that listens', async () => {
  const { ask, get, url, store } = await createServer();
  const told = await listen(url, 'settings');
  await expect.poll(() => told).toEqual([{ safeLock: false }]);
  expect((await ask('/api/v1/device', lock(true))).status).toBe(200);
  await expect.poll(() => told).toEqual([{ safeLock: false }, { safeLock: true }]);
  expect((await get('/api/v1/device'))[1]).toMatchObject({ safeLock: true, maySetSafeLock: true });
  expect(store.document().settings.safeLock).toBe(true);
});

test('without a token only the device itself sets it; behind a proxy nobody knows who asks', async () => {
  const { ask, get } = await createServer();
  const headers = { 'x-forwarded-for': '192.0.2.7' };
  const { status, text } = await ask('/api/v1/device', { ...lock(true), headers });
  expect([status, JSON.parse(text).code]).toEqual([403, 'owner-only']);
  expect((await get('/api/v1/device', headers))[1]).toMatchObject({ safeLock: false, maySetSafeLock: false });
  // What is not the owner's matter stays everybody's.
  expect((await ask('/api/v1/device', { method: 'PATCH', headers, body: '{"showSplash":false}' })).status).toBe(200);
});

test('with a token whoever has shown it sets it', async () => {
  const { ask } = await createServer({ token: 'a long enough token' });
  const headers = { 'x-forwarded-for': '192.0.2.7', authorization: 'Bearer a long enough token' };
  expect((await ask('/api/v1/device', { ...lock(true), headers })).status).toBe(200);
  expect((await ask('/api/v1/device', lock(false))).status).toBe(401);
});

test.each([
  ['127.0.0.1', '127.0.0.1', true],
  ['127.9.9.9', '127.0.0.1', true],
  ['::1', '::1', true],
  ['::ffff:127.0.0.1', '::ffff:127.0.0.1', true],
  ['192.0.2.7', '192.0.2.7', true],
  ['192.0.2.8', '192.0.2.7', false],
  ['127.example', '192.0.2.7', false],
  [undefined, undefined, false],
])('who comes from %s to %s is on the device: %s', (remoteAddress, localAddress, isHere) => {
  const request = { headers: {}, socket: { remoteAddress, localAddress } } as never;
  expect(isOwner({ hasToken: false }, request)).toBe(isHere);
});
