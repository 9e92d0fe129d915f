// Plays a script of HTTP requests and writes down the answers as they come over the wire.
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { filePart, MULTIPART, toBody } from '../http/multipart.ts';
import { toMarked, toVisible } from './marks.ts';
import { dataFile } from './recorded-player.ts';

const ANSWER_SECONDS = 45;

/** One block of a script. */
interface Exchange {
  readonly title: string;
  readonly method: string;
  readonly bytes: Buffer;
  readonly isMoving: boolean;
  /** Only the paths and methods of an OpenAPI document are kept. */
  readonly isDocument: boolean;
  /** The request is sent again until the answer has this text; only the last is kept. */
  readonly until: string | undefined;
  /** An answer without an end is left behind this text. */
  readonly leaveAt: string | undefined;
  /** The length in a head without a body is that of one with other numbers in it each time. */
  readonly hidesLength: boolean;
  readonly isRecorded: boolean;
}

/** `=` is a line of the body, `=file NAME` a file of this folder, `=form PART NAME TYPE FILE…` a form with it. */
const toContent = (lines: readonly string[]): { readonly headers: Readonly<Record<string, string>>; body?: Buffer } => {
  const [first] = lines;
  if (first === undefined) return { headers: {} };
  const [kind, ...words] = first.split(' ');
  if (kind === '=file') return { headers: {}, body: readFileSync(dataFile(words[0] ?? '')) };
  if (kind === '=form') {
    const parts = lines.map((line) => {
      const [, part = '', name = '', file = ''] = line.split(' ');
      return filePart(file === '' ? 'no film' : readFileSync(dataFile(file)), name, part);
    });
    return { headers: MULTIPART, body: toBody(...parts) };
  }
  return { headers: {}, body: Buffer.from(lines.map((line) => line.slice(2)).join('\n')) };
};

const toExchange = (block: string, host: string): Exchange => {
  const lines = block.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const [title = '', ...rest] = lines;
  const [method = '', path = '', version = 'HTTP/1.1'] = title.split(' ');
  const remarks = rest.filter((line) => line.startsWith('@'));
  const remark = (name: string): string | undefined =>
    remarks.find((line) => line.split(' ')[0] === `@${name}`)?.slice(name.length + 2);
  const { headers, body } = toContent(rest.filter((line) => line.startsWith('=')));
  const given = rest.filter((line) => !/^[=@]/.test(line));
  const isGiven = (name: string): boolean => given.some((line) => line.startsWith(`${name}:`));
  const head = [
    `${method} ${path} ${version}`,
    ...(isGiven('Host') || version === 'HTTP/1.0' ? [] : [`Host: ${host}`]),
    ...given.filter((line) => line !== 'Host:').map((line) => line.replace('HOST', host)),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined || isGiven('Content-Length') ? [] : [`Content-Length: ${body.length}`]),
  ];
  return {
    title: [title, ...given, ...rest.filter((line) => line.startsWith('='))].join('\n>>>   '),
    method,
    bytes: Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body ?? Buffer.alloc(0)]),
    isMoving: remark('moving') !== undefined,
    isDocument: remark('document') !== undefined,
    until: remark('until'),
    leaveAt: remark('leave'),
    hidesLength: remark('length') !== undefined,
    isRecorded: remark('unrecorded') === undefined,
  };
};

/** Whether all of an answer is there, by its own head. */
const isWhole = (answer: Buffer, method: string): boolean => {
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const head = answer.subarray(0, end).toString('latin1');
  if (/^Connection: close$/im.test(head)) return false;
  if (method === 'HEAD' || /^HTTP\/1\.1 (204|304)/.test(head)) return true;
  const length = /^Content-Length: (\d+)$/im.exec(head)?.[1];
  if (length !== undefined) return answer.length >= end + 4 + Number(length);
  return /^Transfer-Encoding: chunked$/im.test(head) && answer.subarray(-5).toString('latin1') === '0\r\n\r\n';
};

const exchange = (port: number, { method, bytes, leaveAt, title }: Exchange): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let answer: Buffer = Buffer.alloc(0);
    const timer = setTimeout(
      () => socket.destroy(new Error(`no end of the answer to ${title}:\n${answer}`)),
      ANSWER_SECONDS * 1000,
    );
    socket.on('data', (chunk: Buffer) => {
      answer = Buffer.concat([answer, chunk]);
      const isEnough = leaveAt === undefined ? isWhole(answer, method) : answer.includes(leaveAt);
      if (isEnough) socket.destroy();
    });
    socket.once('error', reject);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(answer);
    });
  });

const toPathList = (body: string): string => {
  const { paths } = JSON.parse(body) as { readonly paths: Readonly<Record<string, object>> };
  return Object.entries(paths)
    .map(([path, methods]) => `${path}: ${Object.keys(methods).join(' ')}`)
    .join('\n');
};

const toBodyText = (body: Buffer, type: string, isDocument: boolean): string => {
  if (isDocument) return toPathList(body.toString());
  if (/^image\/jpeg/.test(type)) return body[0] === 0xff && body[1] === 0xd8 ? '<JPEG>' : '<no JPEG>';
  return toVisible(/^image\//.test(type) ? body.toString('base64') : body.toString());
};

/** A length that is right is a word, since numbers within the body have more digits on another disk. */
const toText = (answer: Buffer, { isMoving, isDocument, leaveAt, hidesLength }: Exchange): string => {
  const end = answer.indexOf('\r\n\r\n') + 4;
  const head = answer.subarray(0, end).toString('latin1');
  const last = leaveAt === undefined ? answer.length : answer.indexOf(leaveAt) + leaveAt.length;
  const body = answer.subarray(end, last);
  const type = /^Content-Type: (.*)\r$/im.exec(head)?.[1] ?? '';
  const length = hidesLength ? '\\d+' : body.length === 0 ? 'none' : String(body.length);
  const told = head.replace(new RegExp(`^Content-Length: ${length}\r$`, 'm'), 'Content-Length: <right>\r');
  const text = toMarked(`${toVisible(told)}${toBodyText(body, type, isDocument)}`, isMoving);
  return leaveAt === undefined ? text : text.replace(/^[0-9a-f]+(?=\\r$)/gm, '<chunk>');
};

/** @returns the record of the script */
export const playHttp = async (script: string, port: number): Promise<string> => {
  const record: string[] = [];
  for (const block of script.split(/\n{2,}/)) {
    const asked = toExchange(block, `127.0.0.1:${port}`);
    if (asked.title === '') continue;
    const latest = performance.now() + ANSWER_SECONDS * 1000;
    let answer = await exchange(port, asked);
    while (asked.until !== undefined && !answer.includes(asked.until)) {
      if (performance.now() > latest) throw new Error(`${asked.title} never has ${asked.until}:\n${answer}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
      answer = await exchange(port, asked);
    }
    if (asked.isRecorded) record.push(`>>> ${asked.title}\n${toText(answer, asked)}\n`);
  }
  return record.join('\n');
};
