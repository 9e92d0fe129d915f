import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../src/base/errors.ts';
import { filePart, MULTIPART, type Part, toBody } from './multipart.ts';
import { createServer, until } from './server-under-test.ts';

const run = promisify(execFile);

const post = async ({ ask }: Pick<Awaited<ReturnType<typeof createServer>>, 'ask'>, body: Buffer | string) => {
  const { status, text } = await ask('/upload', { method: 'POST', headers: MULTIPART, body });
  return [status, JSON.parse(text)];
};

const ALLOWED = 'allowed: one file part named videoFile in a multipart/form-data body';

describe('curl -F uploads a file', () => {
  test.each([
    ['small', 1000],
    ['of 700 kB, for which curl waits for an invitation', 700_000],
  ])('%s: the bytes arrive, the clip is the last in the list, the answer is the status', async (_size, bytes) => {
    const server = await createServer();
    const content = randomBytes(bytes);
    const path = join(server.folder, 'my clip ä 日本 🎬 100%.mp4');
    writeFileSync(path, content);
    const { stdout } = await run('curl', ['-sS', '-F', `videoFile=@${path}`, `${server.url}/upload`]);
    const [, status] = await server.get('/status');
    expect(JSON.parse(stdout)).toEqual(status);
    expect(JSON.parse(stdout).CLIPS.at(-1)).toEqual({
      ClipName: 'my clip ä 日本 🎬 100%.mp4',
      Filename: 'my clip ä 日本 🎬 100%.mp4',
      Duration: 10,
      StartAt: 0,
      EndAt: 10,
      Loop: false,
    });
    expect(server.examined.map((bytes) => bytes.equals(content))).toEqual([true]);
    expect(server.ended()).toBe(1);
  });

  test('in chunks, without a length', async () => {
    const server = await createServer();
    const path = join(server.folder, 'a.mp4');
    const content = randomBytes(300_000);
    writeFileSync(path, content);
    const chunked = ['-H', 'Transfer-Encoding: chunked', '-F', `videoFile=@${path}`];
    const { stdout } = await run('curl', [
      '-sS',
      '-w',
      '%{http_code}',
      '-o',
      '/dev/null',
      ...chunked,
      `${server.url}/upload`,
    ]);
    expect([stdout, server.examined[0]?.equals(content)]).toEqual(['200', true]);
  });

  test('with a token in the query', async () => {
    const server = await createServer({ token: 'open' });
    const path = join(server.folder, 'a.mp4');
    writeFileSync(path, randomBytes(700_000));
    const args = ['-sS', '-w', '%{http_code}', '-o', '/dev/null', '-F', `videoFile=@${path}`];
    const codes = await Promise.all(
      ['?token=open', '?token=no'].map((query) => run('curl', [...args, `${server.url}/upload${query}`])),
    );
    expect(codes.map(({ stdout }) => stdout)).toEqual(['200', '401']);
  });
});

test('the name reaches the clip list as the client wrote it, less any folder', async () => {
  const server = await createServer();
  const names = [
    'C:\\films\\one.mp4',
    '/films/two.mp4',
    'Z%22o%22e.mp4',
    '-rf.mp4',
    '<img onerror=x>',
    'x'.repeat(5000),
  ];
  for (const name of names) await post(server, toBody(filePart('abc', name)));
  const [, clips] = (await server.get('/clips')) as [number, { ClipName: string }[]];
  expect(clips.slice(4).map(({ ClipName }) => ClipName)).toEqual([
    'one.mp4',
    'two.mp4',
    'Z"o"e.mp4',
    '-rf.mp4',
    '<img onerror=x>',
    'x'.repeat(5000),
  ]);
});

test('text fields beside the file are ignored', async () => {
  const server = await createServer();
  const body = toBody({ disposition: '; name="a[b]"', content: '1' }, filePart('abc'), { disposition: '; name="b"' });
  expect((await post(server, body))[0]).toBe(200);
});

describe('a form that is no upload is refused, and leaves nothing', () => {
  const expectRejection = async (body: Buffer | string, code: string, error: string): Promise<void> => {
    const server = await createServer();
    const before = server.deck.state();
    expect(await post(server, body)).toEqual([400, { error, code }]);
    await until(() => readdirSync(server.folder).length === 0);
    expect(server.deck.state()).toBe(before);
    expect((await post(server, toBody(filePart('abc'))))[0]).toBe(200);
  };

  test('an empty form', () => expectRejection(toBody(), 'missing-parameter', `videoFile is missing; ${ALLOWED}.`));

  test('the file as a text field', () =>
    expectRejection(
      toBody({ disposition: '; name="videoFile"', content: 'abc' }),
      'missing-parameter',
      `videoFile is missing; ${ALLOWED}.`,
    ));

  test('a form that was sent without choosing a file', () =>
    expectRejection(toBody(filePart('', '')), 'missing-parameter', `videoFile is missing; ${ALLOWED}.`));

  test('a file part of another name', () =>
    expectRejection(
      toBody(filePart('abc', 'a.mp4', 'file"\r\n')),
      'invalid-value',
      `The form can't be read (Malformed part header); ${ALLOWED}.`,
    ));

  test('a file part of another name that can be read', () =>
    expectRejection(
      toBody(filePart('abc', 'a.mp4', 'videofile')),
      'invalid-value',
      `A file part named "videofile" is refused; ${ALLOWED}.`,
    ));

  test('two files', () =>
    expectRejection(
      toBody(filePart('abc'), filePart('def')),
      'repeated-parameter',
      `More than one file part came; ${ALLOWED}.`,
    ));

  test('a file part of another name after the file', () =>
    expectRejection(
      toBody(filePart('abc'), filePart('def', 'b.mp4', 'other')),
      'repeated-parameter',
      `More than one file part came; ${ALLOWED}.`,
    ));

  test('the file as a text without a file name', () =>
    expectRejection(
      toBody(field('videoFile', 'x'.repeat(1025))),
      'invalid-value',
      `videoFile came as a text, without a file name; ${ALLOWED}.`,
    ));

  const field = (name: string, content = ''): Part => ({ disposition: `; name="${name}"`, content });
  test.each([
    ['three text fields', [field('a'), field('b'), field('c')], 'Too many fields'],
    ['a text field of more than 1 kB', [field('a', 'x'.repeat(1025))], 'Field value too long'],
    ['a text field with a long name', [field('a'.repeat(101))], 'Field name too long'],
    ['a deeply nested text field', [field('a[b][c][d]')], 'Field name nesting too deep'],
    ['a text field without a name', [{ disposition: '' }], 'Field name missing'],
  ])('%s', (_what, fields, reason) =>
    expectRejection(
      toBody(...fields, filePart('abc')),
      'invalid-value',
      `The form is refused (${reason}); ${ALLOWED}.`,
    ),
  );

  test.each([
    ['a form that breaks off', toBody(filePart('abc')).subarray(0, -8), 'Unexpected end of form'],
    ['no form at all', 'abc', 'Unexpected end of form'],
    ['nothing', '', 'Unexpected end of form'],
    ['headers of a part that never end', `--a-boundary\r\nX: ${'x'.repeat(20_000)}`, 'Malformed part header'],
  ])('%s', (_what, body, reason) =>
    expectRejection(body, 'invalid-value', `The form can't be read (${reason}); ${ALLOWED}.`),
  );
});

test.each([
  ['no content type', {}, 'missing-parameter', 'videoFile is missing'],
  ['JSON', { 'Content-Type': 'application/json' }, 'missing-parameter', 'videoFile is missing'],
  ['the bare file', { 'Content-Type': 'video/mp4' }, 'missing-parameter', 'videoFile is missing'],
  [
    'no boundary',
    { 'Content-Type': 'multipart/form-data' },
    'invalid-value',
    "The form can't be read (Multipart: Boundary not found)",
  ],
  [
    'another multipart',
    { 'Content-Type': 'multipart/mixed; boundary=a' },
    'invalid-value',
    "The form can't be read (Unsupported content type: multipart/mixed; boundary=a)",
  ],
])('a body that is %s is refused', async (_what, headers, code, reason) => {
  const { ask } = await createServer();
  const { status, text } = await ask('/upload', { method: 'POST', headers, body: 'abc' });
  expect([status, JSON.parse(text)]).toEqual([400, { error: `${reason}; ${ALLOWED}.`, code }]);
});

test('a file that is no video is 415 with the reason, and leaves nothing', async () => {
  const server = await createServer();
  expect(await post(server, toBody(filePart('not a video')))).toEqual([
    415,
    { error: 'The file is refused: it is not a video or picture that CueDeck knows.', code: 'unsupported-media' },
  ]);
  await until(() => readdirSync(server.folder).length === 0);
  expect([server.deck.state().document.clips.length, server.ended()]).toEqual([4, 1]);
});

test.each([
  ['no-space', 507],
  ['storage-failed', 500],
] as const)('a clip that the list can not take (%s) is %i and leaves nothing', async (code, status) => {
  const server = await createServer();
  server.store.add = () => Promise.reject(new AppError(code, 'The disk says no.'));
  expect(await post(server, toBody(filePart('abc')))).toEqual([status, { error: 'The disk says no.', code }]);
  await until(() => readdirSync(server.folder).length === 0);
});

test('a folder that can not be written is 500 and names the reason', async () => {
  const server = await createServer({
    staging: (staging) => ({ ...staging, temporaryPath: () => '/proc/no/such/folder/.upload' }),
  });
  expect(await post(server, toBody(filePart('abc')))).toEqual([
    500,
    {
      error: 'The file could not be written: it is not there (ENOENT).',
      code: 'storage-failed',
    },
  ]);
});

test('a disk that runs full while the file is written is 507', async () => {
  // A link, so that clearing away takes the link and not the device.
  const server = await createServer();
  symlinkSync('/dev/full', join(server.folder, '.upload-1'));
  expect(await post(server, toBody(filePart('abc')))).toEqual([
    507,
    { error: 'The clips partition ran full while the file was written.', code: 'no-space' },
  ]);
  await until(() => readdirSync(server.folder).length === 0);
  expect(existsSync('/dev/full')).toBe(true);
});

test('a file whose first bytes are no clip is refused while the rest is still to come', async () => {
  const { port, folder } = await createServer();
  const sending = request({
    port,
    path: '/upload',
    method: 'POST',
    headers: { ...MULTIPART, 'content-length': 900_000 },
  });
  sending.on('error', () => undefined);
  sending.write(toBody(filePart('not a video'.repeat(10_000))).subarray(0, 100_000));
  const [answer] = (await once(sending, 'response')) as [IncomingMessage];
  const text = (await answer.setEncoding('utf8').toArray()).join('');
  expect([answer.statusCode, answer.headers.connection, JSON.parse(text).code]).toEqual([
    415,
    'close',
    'unsupported-media',
  ]);
  sending.destroy();
  await until(() => readdirSync(folder).length === 0);
});
