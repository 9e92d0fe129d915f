// Renames the machine through the privileged helper.
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { AppError, toReason, toSystemCode } from '../../base/errors.ts';
import type { HelperAnswer } from './host-name-helper.ts';
import type { HostNameSetter } from './host-name-setter.ts';

/** Allows for a cold start of the helper, and for a failure of the mDNS announcement and its rollback. */
const TIMEOUT_SECONDS = 20;

/** Errors before the helper received the new name. */
const NOT_ASKED: readonly string[] = ['ENOENT', 'ECONNREFUSED', 'EACCES'];

/** @param deps.socketPath the helper's socket */
export const createHostNameClient = (deps: { readonly socketPath: string }): HostNameSetter => ({
  current: async () => hostname(),
  apply: async (name) => {
    let answer: HelperAnswer;
    try {
      answer = parseAnswer(await request(deps.socketPath, name));
    } catch (error) {
      throw new AppError(
        'host-name-failed',
        `The host name ${NOT_ASKED.includes(toSystemCode(error) ?? '') ? 'stays' : 'may not have changed'}: asking ${deps.socketPath} failed: ${toReason(error)}.`,
        { cause: error },
      );
    }
    if (!answer.ok)
      throw new AppError(answer.code === 'invalid-value' ? 'invalid-value' : 'host-name-failed', answer.error);
  },
});

const request = (socketPath: string, name: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(socketPath);
    const timer = setTimeout(() => {
      reject(new Error(`no answer within ${TIMEOUT_SECONDS} s`));
      socket.destroy();
    }, TIMEOUT_SECONDS * 1000);
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    socket.on('error', reject);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(text);
    });
    socket.write(`${name}\n`);
  });

const parseAnswer = (text: string): HelperAnswer => {
  if (text === '') throw new Error('it went away without an answer');
  const answer: unknown = JSON.parse(text);
  if (typeof answer !== 'object' || answer === null || !('ok' in answer))
    throw new Error('its answer is not of its form');
  if (answer.ok === true) return { ok: true };
  return {
    ok: false,
    code: 'code' in answer ? String(answer.code) : '',
    error: 'error' in answer ? String(answer.error) : '',
  };
};
