import { readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createPlayabilityFile } from '../../../src/library/playability/playability-file.ts';
import { PLAYABILITY_FILE, type PlayabilityEntry } from '../../../src/library/playability/playability-record.ts';
import { createRecordingLog } from '../../fakes/recording-log.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const measuredAt = (day: string): PlayabilityEntry => ({
  ...{ file: 'a.mp4', basis: 'Linux', measuredAt: day },
  measured: { decoder: 'no', realtimeFactor: 4, worstSecondFactor: 3, cpuShare: 0.2 },
});
const OLD = measuredAt('2026-01-01');
const NEW = measuredAt('2026-02-02');

/** A file that may be whole and cannot be read now; also root cannot. */
const createUnreadable = async () => {
  const stateDir = await temporaryFolder();
  const path = join(stateDir, PLAYABILITY_FILE);
  await symlink(path, path);
  const log = createRecordingLog();
  const file = createPlayabilityFile({ stateDir, log, delaySeconds: 0.01, retrySeconds: 0.01 });
  return {
    ...{ file, log },
    heal: async () => {
      await writeFile(`${path}.new`, JSON.stringify({ version: 1, clips: { a: OLD } }));
      await rename(`${path}.new`, path);
    },
    written: async () => JSON.parse(await readFile(path, 'utf8')).clips,
  };
};

test('a file that could not be read at the start is completed once it can be, without another measurement', async () => {
  const { file, log, heal, written } = await createUnreadable();
  const entries = new Map<string, PlayabilityEntry>();
  const found = await file.read((earlier) => new Map([...earlier, ...entries]));
  expect([...found]).toEqual([]);
  entries.set('b', NEW);
  file.put(entries);
  await vi.waitFor(() => expect(log.lines).toHaveLength(1));
  await heal();
  await vi.waitFor(async () => expect(await written()).toEqual({ a: OLD, b: NEW }));
  await file.stop();
  expect(log.lines.map(({ text }) => text)).toEqual([
    expect.stringMatching(
      /^Starting without the saved playability of the clips: \S+ cannot be read and stays as it is: it is a link \(ELOOP\)\.$/,
    ),
  ]);
});

test('while it cannot be read it is left as it is, also at the end', async () => {
  const { file, log, written } = await createUnreadable();
  await file.read((earlier) => earlier);
  file.put(new Map([['b', NEW]]));
  await file.stop();
  await expect(written()).rejects.toThrow('ELOOP');
  expect(log.lines).toHaveLength(1);
});

test('what could not be written is written once it can be, without another measurement', async () => {
  const stateDir = join(await temporaryFolder(), 'state');
  const log = createRecordingLog();
  const file = createPlayabilityFile({ stateDir, log, delaySeconds: 0.01, retrySeconds: 0.01 });
  await file.read((earlier) => earlier);
  await writeFile(stateDir, '');
  file.put(new Map([['b', NEW]]));
  await vi.waitFor(() => expect(log.lines).toHaveLength(1));
  await rm(stateDir);
  await vi.waitFor(async () =>
    expect(JSON.parse(await readFile(join(stateDir, PLAYABILITY_FILE), 'utf8')).clips).toEqual({ b: NEW }),
  );
  await file.stop();
});
