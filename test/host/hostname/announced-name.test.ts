import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AnnouncedName, readAnnouncedName } from '../../../src/host/hostname/announced-name.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const WAIT = { timeout: 30_000 };

const createBus = async (lines: string): Promise<string> => {
  const program = join(await temporaryFolder(), 'busctl');
  await writeFile(program, `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
  return program;
};

test('avahi is asked for its name over D-Bus, and not started for that', async () => {
  const bus = await createBus(`[ "$*" = "--system --json=short --auto-start=no call org.freedesktop.Avahi / \\
org.freedesktop.Avahi.Server GetHostName" ] && echo '{"type":"s","data":["Stage-2"]}'`);
  expect(await readAnnouncedName(bus)).toBe('stage-2');
});

test('where nothing answers, no name is known', async () => {
  expect([
    await readAnnouncedName('/nowhere/busctl'),
    await readAnnouncedName(await createBus('echo Call failed: Unit not found. >&2; exit 1')),
    await readAnnouncedName(await createBus('echo nonsense')),
  ]).toEqual([undefined, undefined, undefined]);
});

test('a change of the name is told; after a rename the former one is not known any more', async () => {
  let answer: string | undefined = 'stage';
  const told: (string | undefined)[] = [];
  const name = new AnnouncedName({
    ask: async () => answer,
    onChange: () => told.push(name.current()),
    everySeconds: 0.01,
  });
  onTestFinished(() => name.dispose());
  name.start();
  await vi.waitFor(() => expect(told).toEqual(['stage']), WAIT);
  answer = 'stage-2';
  await vi.waitFor(() => expect(told).toEqual(['stage', 'stage-2']), WAIT);
  name.forget();
  expect(name.current()).toBeUndefined();
  await vi.waitFor(() => expect(told).toEqual(['stage', 'stage-2', 'stage-2']), WAIT);
});

test('an answer to a question from before a rename counts for nothing', async () => {
  const answers: ((name: string) => void)[] = [];
  const name = new AnnouncedName({
    ask: () => new Promise((resolve) => answers.push(resolve)),
    onChange: () => undefined,
    everySeconds: 0.01,
  });
  onTestFinished(() => name.dispose());
  name.start();
  await vi.waitFor(() => expect(answers).toHaveLength(1), WAIT);
  name.forget();
  answers[0]?.('former');
  await vi.waitFor(() => expect(answers.length).toBeGreaterThan(1), WAIT);
  expect(name.current()).toBeUndefined();
  answers.at(-1)?.('next');
  await vi.waitFor(() => expect(name.current()).toBe('next'), WAIT);
});
