import { expect, test } from 'vitest';
import { AppError, toAppError, toReason } from '../../src/base/errors.ts';
import { toErrorBody } from '../../src/http/http-error.ts';

test.each(['EMFILE', 'ENFILE'])('without a descriptor (%s) every operation is busy and may be sent again', (code) => {
  const error = Object.assign(new Error(`${code}: too many open files, open '/clips/a.mp4'`), { code });
  expect(toErrorBody(error)).toEqual({
    code: 'busy',
    message: 'Too many files are open; try again.',
    headers: { 'Retry-After': '5' },
  });
});

test('any other error of the system is unforeseen', () => {
  expect(toAppError(Object.assign(new Error('it is odd'), { code: 'EDOM' })).code).toBe('internal');
});

test('a reason completes a sentence, also where it is one itself', () => {
  expect(toReason(new AppError('busy', 'Too many files are open; try again.'))).toBe(
    'Too many files are open; try again',
  );
  expect(toAppError(new Error('It broke.')).message).toBe('Something went wrong inside CueDeck: It broke.');
});
