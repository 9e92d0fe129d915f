// What must hold for any input whatever of the HTTP transport's parsers and guards; shared by the corpus and the random inputs.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import { expect } from 'vitest';
import { AppError } from '../../src/base/errors.ts';
import { CLIP_INDEX, FLAG, parseParameters, SECONDS, TEXT } from '../../src/http/control-api/parameters.ts';
import { isOwnHost } from '../../src/http/guards/rebinding-guard.ts';
import { createTokenCheck } from '../../src/http/guards/token-auth.ts';
import { toPath, toQuery } from '../../src/http/query.ts';
import { receiveForm } from '../../src/http/uploads/multipart-upload.ts';
import { foreignHeader } from '../../src/net/browser-request.ts';

const TABLE = { id: CLIP_INDEX, secs: SECONDS, loop: FLAG, name: TEXT };
const REFUSED = new Set(['missing-parameter', 'repeated-parameter', 'invalid-value']);

/** Any request target is read or refused; what is read has its form and is what WHATWG's own parser reads. */
export const checkTarget = (target: string): void => {
  const query = toQuery(target);
  if (toPath(target).includes('?')) throw new Error('a path with a query');
  for (const [name, parameter] of Object.entries(TABLE)) {
    const given = query.get(name) ?? [];
    try {
      const value: unknown = parseParameters({ [name]: parameter }, query)[name];
      const text = given[0] ?? '';
      const [expected, ...more] = new URLSearchParams(`&${target.slice(toPath(target).length + 1)}`).getAll(name);
      const isOfForm = {
        id: () => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 999_999,
        secs: () => Number.isFinite(value) && Number(value) >= 0 && String(value).length > 0,
        loop: () => value === ['true', '1'].includes(text),
        name: () => value === text,
      }[name];
      if (given.length !== 1 || text !== expected || more.length > 0 || isOfForm?.() !== true) {
        throw new Error(
          `${name} was read as ${JSON.stringify(value)}, not ${JSON.stringify(expected)}, in ${JSON.stringify(target)}`,
        );
      }
    } catch (error) {
      if (!(error instanceof AppError && REFUSED.has(error.code) && error.message.length < 700)) throw error;
    }
  }
};

/** Headers as an attacker may choose them: no name or page of evil.example passes, and nothing throws. */
export const checkGuards = (text: string): void => {
  const own = { hostName: 'cuedeck', allowedHosts: ['lan.example'] };
  isOwnHost(text, own);
  for (const host of [`${text}.evil.example`, `${text}.evil.example:80`, `${text}.evil.example.`]) {
    if (isOwnHost(host, own)) throw new Error(`${host} passes`);
  }
  // A page's origin is written by the browser: a scheme, a host that the attacker owns, a port.
  const word = text.replaceAll(/[/\\?#@:\s]/g, '');
  for (const page of [`http://${word}.evil.example`, `http://evil.example:${word}`, `${word}://evil.example`]) {
    const headers = { host: 'cuedeck:8080', origin: page };
    if (foreignHeader(headers) === undefined) throw new Error(`${page} passes`);
    if (foreignHeader({ host: 'cuedeck:8080', referer: `${page}/cuedeck:8080` }) === undefined) {
      throw new Error(`${page} passes as Referer`);
    }
  }
  foreignHeader({ host: text, origin: text, referer: text, 'sec-fetch-site': text });
};

const isAllowed = createTokenCheck('the-right-token');

/** Credentials without the token never pass, and nothing throws. */
export const checkToken = (text: string): void => {
  if (text.includes('the-right-token')) return;
  const encoded = Buffer.from(text).toString('base64');
  for (const authorization of [text, `Bearer ${text}`, `Basic ${text}`, `Basic ${encoded}`]) {
    if (isAllowed(authorization, toQuery(`/?token=${text}`))) throw new Error(`${authorization} passes`);
  }
};

interface FormRun {
  /** Receives one body; throws when anything but a name or a documented refusal comes of it. */
  check(body: Buffer, boundary: string): Promise<void>;
  dispose(): void;
}

const FORM_REFUSALS = new Set([
  'missing-parameter',
  'repeated-parameter',
  'invalid-value',
  'too-large',
  'upload-aborted',
]);

/** @param parent folder for the one file that uploads are written to, again and again */
export const createFormRun = (parent: string): FormRun => {
  const folder = mkdtempSync(join(parent, 'cuedeck-form-'));
  const temporaryPath = join(folder, 'upload');
  let runs = 0;
  return {
    check: async (body, boundary) => {
      const headers = {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': String(body.length),
      };
      const request = Object.assign(Readable.from([body], { objectMode: false }), { headers, complete: true });
      const { fileName, ended } = receiveForm({
        request: request as unknown as Request,
        response: {} as Response,
        temporaryPath,
        checkBeginning: () => undefined,
        rejected: new AbortController().signal,
        limitBytes: 1000,
      });
      try {
        const name = await fileName;
        if (typeof name !== 'string' || name === '' || name.includes('\\'))
          throw new Error(`named ${JSON.stringify(name)}`);
      } catch (error) {
        if (!(error instanceof AppError && FORM_REFUSALS.has(error.code))) throw error;
      }
      await ended;
      runs += 1;
      // Whatever a name says, it is written nowhere else.
      if (runs % 1000 === 0) expect(readdirSync(folder).filter((name) => name !== 'upload')).toEqual([]);
    },
    dispose: () => rmSync(folder, { recursive: true }),
  };
};
