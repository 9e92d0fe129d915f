import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { createServer } from '../http/server-under-test.ts';
import { checkGuards, checkTarget, checkToken } from './http-checks.ts';
import { randomCredential, randomForm, randomHeader, randomTarget } from './http-inputs.ts';
import { createRandom } from './random.ts';

const INPUTS = 1_000_000;
// Other inputs at every run; the seed in the message brings the failing ones back.
const seed = Date.now() % 2 ** 31;

/** Runs the check on an input; a failure names the input, for the corpus. */
const naming = (input: unknown, check: () => void): void => {
  try {
    check();
  } catch (error) {
    throw new Error(`seed ${seed}, input ${JSON.stringify(input)}`, { cause: error });
  }
};

test('a million request targets are read or refused', () => {
  const random = createRandom(seed);
  for (let count = 0; count < INPUTS; count += 1) {
    const target = randomTarget(random);
    naming(target, () => checkTarget(target));
  }
});

test('a million headers let no other host or page pass', () => {
  const random = createRandom(seed);
  for (let count = 0; count < INPUTS; count += 1) {
    const text = randomHeader(random);
    naming(text, () => checkGuards(text));
  }
});

test('a million credentials do not pass without the token', () => {
  const random = createRandom(seed);
  for (let count = 0; count < INPUTS; count += 1) {
    const text = randomCredential(random);
    naming(text, () => checkToken(text));
  }
});

test('30,000 requests over sockets: each is answered in JSON or an asking page, nothing goes wrong inside', async () => {
  const random = createRandom(seed);
  const server = await createServer();
  const METHOD = ['GET', 'GET', 'GET', 'POST', 'PUT', 'OPTIONS', 'DELETE', 'GE T', 'get', ''];
  const PATH = [
    'select_clip',
    'update_clip',
    'goto_secs',
    'play',
    'stop',
    'delete',
    'update_host',
    'status',
    'upload',
    'x',
    '',
  ];
  const NAME = [
    'Host',
    'Origin',
    'Referer',
    'Authorization',
    'Accept',
    'Expect',
    'Content-Type',
    'Sec-Fetch-Site',
    'X',
  ];
  const clean = (text: string): string => text.replaceAll(/[\r\n\0]/g, '');
  const ask = (bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      let text = '';
      const socket = connect(server.port, '127.0.0.1', () => socket.end(bytes, 'latin1'));
      socket.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      socket.on('error', reject).on('close', () => resolve(text));
    });
  const askOne = async (): Promise<void> => {
    const target = `/${random.pick(PATH)}${encodeURI(clean(randomTarget(random))).replaceAll('%25', '%')}`;
    const headers = random.int(4) === 0 ? `${random.pick(NAME)}: ${clean(randomHeader(random))}\r\n` : '';
    const form = random.int(8) === 0 ? randomForm(random) : undefined;
    const body =
      form === undefined
        ? '\r\n'
        : `Content-Type: multipart/form-data; boundary=${form.boundary}\r\nContent-Length: ${form.body.length}\r\n\r\n${form.body.toString('latin1')}`;
    const bytes = `${random.pick(METHOD)} ${target} HTTP/1.1\r\nHost: cuedeck\r\nConnection: close\r\n${headers}${body}`;
    const [head = '', ...rest] = (await ask(bytes)).replace('HTTP/1.1 100 Continue\r\n\r\n', '').split('\r\n\r\n');
    const text = rest.join('\r\n\r\n');
    const [, status = ''] = /^HTTP\/1\.1 (\d{3}) /.exec(head) ?? [];
    const isFine =
      status === '204' ||
      (/^content-type: text\/html/im.test(head) && text.includes('<button type="button"')) ||
      (/^content-type: application\/json/im.test(head) && JSON.parse(text).code !== 'internal');
    if (!isFine) throw new Error(`seed ${seed}, ${JSON.stringify(bytes)} got ${JSON.stringify(head + text)}`);
  };
  for (let count = 0; count < 30_000; count += 30) await Promise.all(Array.from({ length: 30 }, askOne));
  expect(server.log.lines).toEqual([]);
  expect((await server.get('/status'))[0]).toBe(200);
});
