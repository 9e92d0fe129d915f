import { createServer, type RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { parseRelease, Releases } from '../../src/host/releases.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';

/** Milliseconds that nothing here takes. */
const TIMEOUT = 10_000;

/** A server of releases, and a player that asks it every 20 ms. */
const createReleases = async (answer: RequestListener, limitSeconds = 10) => {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const log = createRecordingLog();
  const url = new URL(`http://127.0.0.1:${port}/latest`);
  const releases = new Releases({ url, version: '0.1.0', log, everySeconds: 0.02, againSeconds: 0.02, limitSeconds });
  onTestFinished(() => {
    releases.dispose();
    server.closeAllConnections();
    server.close();
  });
  releases.start();
  return { releases, log };
};

test.each([
  ['{"version":"1.2.3"}', '1.2.3'],
  ['{"version":"v1.2.3"}', '1.2.3'],
  ['{"tag_name":"v1.2.3-rc.1","name":"Release"}', '1.2.3-rc.1'],
])('%s names a version', (answer, version) => {
  expect(parseRelease(JSON.parse(answer))).toBe(version);
});

test.each(['null', '[]', '{}', '"1.2.3"', '{"version":1}', '{"version":"<b>1.2.3</b>"}', '{"version":"1.2"}'])(
  '%s names none',
  (answer) => {
    expect(() => parseRelease(JSON.parse(answer))).toThrow('the answer names no version');
  },
);

test('the version that runs is the latest one until another is known', async () => {
  const { releases } = await createReleases((_request, response) => response.end('{"version":"1.2.3"}'));
  expect(releases.latest()).toBe('0.1.0');
  await vi.waitFor(() => expect(releases.latest()).toBe('1.2.3'), TIMEOUT);
});

test('it asks again, and keeps what it knows through any trouble, which it tells once', async () => {
  let asked = 0;
  let answer = '{"version":"1.0.0"}';
  const { releases, log } = await createReleases((_request, response) => {
    asked += 1;
    response.writeHead(answer === '' ? 500 : 200).end(answer);
  });
  await vi.waitFor(() => expect(releases.latest()).toBe('1.0.0'), TIMEOUT);
  answer = '';
  const before = asked;
  await vi.waitFor(() => expect(asked).toBeGreaterThan(before + 2), TIMEOUT);
  expect(releases.latest()).toBe('1.0.0');
  answer = '{"version":"1.1.0"}';
  await vi.waitFor(() => expect(releases.latest()).toBe('1.1.0'), TIMEOUT);
  expect(log.lines.map(({ text }) => text.replace(/:\d+/, ''))).toEqual([
    'The latest version cannot be fetched from 127.0.0.1: it answers 500.',
  ]);
});

test('a server that does not answer is not waited for', async () => {
  const { releases, log } = await createReleases(() => undefined, 0.05);
  await vi.waitFor(() => expect(log.lines.length).toBe(1), TIMEOUT);
  expect(releases.latest()).toBe('0.1.0');
});

test('an answer without end is not read to its end', async () => {
  const { log } = await createReleases((_request, response) => {
    const chunk = Buffer.alloc(64 * 1024, ' ');
    const send = (): void => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', send);
    };
    send();
  });
  await vi.waitFor(() => expect(log.lines[0]?.text).toContain('the answer is too long'), TIMEOUT);
});

test('a compressed answer was not asked for and is not unpacked', async () => {
  const accepted: (string | undefined)[] = [];
  const { releases, log } = await createReleases(({ headers }, response) => {
    accepted.push(headers['accept-encoding']);
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('{"version":"1.2.3"}'));
  });
  await vi.waitFor(() => expect(log.lines[0]?.text).toContain('the answer is compressed'), TIMEOUT);
  expect([releases.latest(), accepted[0]]).toEqual(['0.1.0', 'identity']);
});

test('without an address nothing is asked', () => {
  const releases = new Releases({ url: undefined, version: '0.1.0', log: createRecordingLog() });
  releases.start();
  expect(releases.latest()).toBe('0.1.0');
});
