import { expect, onTestFinished, test, vi } from 'vitest';
import { createLog, LOG_LEVELS, type LogLevel } from '../../src/base/log.ts';

const logAll = (level: LogLevel, journal = false) => {
  const out: unknown[] = [];
  const err: unknown[] = [];
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((line) => void out.push(line)),
    vi.spyOn(console, 'error').mockImplementation((line) => void err.push(line)),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  const log = createLog({ journal, level });
  for (const each of LOG_LEVELS) log[each](`one ${each}`);
  return { out, err, recent: log.recent().map((line) => line.level) };
};

test.each([
  ['error', ['error']],
  ['warning', ['error', 'warning']],
  ['info', ['error', 'warning', 'info']],
  ['debug', ['error', 'warning', 'info', 'debug']],
] as const)('at the level %s these lines are written and kept: %j', (level, expected) => {
  const { out, err, recent } = logAll(level);
  expect([err.length + out.length, recent]).toEqual([expected.length, expected]);
});

test('errors and warnings go to the error output, the journal gets priorities', () => {
  expect(logAll('debug', true)).toMatchObject({
    err: ['<3>one error', '<4>one warning'],
    out: ['<6>one info', '<7>one debug'],
  });
});

test('a line does not reverse the text behind it, nor begin a second one', () => {
  const spy = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  onTestFinished(() => spy.mockRestore());
  createLog({ journal: false, level: 'info' }).info('a\u202eb\u2066c\nd');
  expect(spy).toHaveBeenCalledWith('a b c d');
});
