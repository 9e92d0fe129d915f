import { expect, test } from 'vitest';
import { createHostNameHelper } from '../../../src/host/hostname/host-name-helper.ts';
import { createRecordingLog } from '../../fakes/recording-log.ts';

test('a connection that cannot be accepted ends nothing', () => {
  const log = createRecordingLog();
  const setter = { current: async () => 'old', apply: async () => undefined };
  const helper = createHostNameHelper({ setter, log, onIdle: () => undefined });
  for (let times = 0; times < 2; times += 1) helper.emit('error', new Error('accept EMFILE'));
  expect(log.lines.map(({ level, text }) => [level, text])).toEqual([
    ['error', 'A connection failed: accept EMFILE'],
    ['error', 'A connection failed: accept EMFILE'],
  ]);
});
