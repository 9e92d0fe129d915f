import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSessionKey } from '../../../src/http/guards/session-key.ts';
import { createRecordingLog } from '../../fakes/recording-log.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const create = async () => {
  const stateDir = await temporaryFolder();
  const log = createRecordingLog();
  return { stateDir, log, path: join(stateDir, 'session-key.json'), read: () => readSessionKey({ stateDir, log }) };
};

test('each device makes a key of its own, keeps it, and shows it to nobody', async () => {
  const { read, path } = await create();
  const key = await read();
  expect(Buffer.from(key, 'base64url')).toHaveLength(32);
  expect(await read()).toBe(key);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await (await create()).read()).not.toBe(key);
});

test('a damaged one is put aside for a new one', async () => {
  const { read, path, log } = await create();
  await writeFile(path, '{"key":""}');
  const key = await read();
  expect(key).toHaveLength(43);
  expect(log.lines.map(({ text }) => text).join()).toContain('session-key.json.broken');
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ key });
});

test('where none can be kept, each start has a new one', async () => {
  const log = createRecordingLog();
  const read = () => readSessionKey({ stateDir: '/dev/null/nothing', log });
  expect(await read()).not.toBe(await read());
  expect(log.lines.map(({ text }) => text).join()).toContain('must log in again after the next restart');
});
