// A state folder on a disk that is full to the last block: a small file system in memory.
import { spawnSync } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { createUdpHotspot, register, startService } from './fakes/running-service.ts';

const PEER = 2_345_678;

/** Writes until there is no block left. */
const fill = async (folder: string): Promise<void> => {
  const file = await open(join(folder, 'filler'), 'w');
  try {
    for (;;) await file.write(Buffer.alloc(4096));
  } catch {
    await file.close();
  }
};

test('a master whose disk is full starts and serves its peers, and keeps what changes once there is room', async ({
  skip,
}) => {
  const disk = await temporaryFolder();
  onTestFinished(() => void spawnSync('umount', ['-l', disk]));
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', disk]).status !== 0)
    return skip('a small disk needs root');
  const stateDir = join(disk, 'state');
  const first = await startService({ stateDir });
  const secrets = await register(first, PEER);
  await first.stop();
  await fill(disk);

  const full = await startService({ stateDir });
  const hotspot = await createUdpHotspot(full, PEER, secrets);
  hotspot.start();
  await full.pass(10);
  expect(hotspot.state()).toBe('running');
  await rm(join(disk, 'filler'));
  await full.admin('catalogue add', ['91', 'World']);
  await full.stop();
  const last = await startService({ stateDir });
  expect(await last.admin('catalogue list')).toMatchObject([{ number: 91, name: 'World' }]);
});
