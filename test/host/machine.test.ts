import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createMachine } from '../../src/host/machine.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const startMachine = async (given?: string, askAnnounced?: () => Promise<string | undefined>, called = 'old') => {
  const root = await temporaryFolder();
  const hostRoot = given ?? root;
  await mkdir(join(root, 'etc'));
  await writeFile(join(root, 'etc/hosts'), '127.0.0.1 localhost\n127.0.1.1 old\n');
  await writeFile(join(root, 'etc/hostname'), `${called}\n`);
  const log = createRecordingLog();
  const machine = await createMachine({
    ...{ hostRoot, clipsDir: root, stateDir: root, releasesUrl: undefined, log },
    ...(askAnnounced !== undefined && { askAnnounced }),
  });
  onTestFinished(() => machine.dispose());
  return { root, machine, log };
};

test('it knows its name, id and versions from the start on', async () => {
  const { machine } = await startMachine();
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  expect(machine.hostName()).toBe('old');
  expect(machine.deviceId).toMatch(/^[0-9a-f]{16}$/);
  expect([machine.licensed, machine.version, machine.latestVersion()]).toEqual([false, version, version]);
  expect(machine.clipsPartition().sizeBytes).toBeGreaterThan(0);
});

test('the live machine is called as the kernel says', async () => {
  const { machine } = await startMachine('/');
  expect(machine.hostName()).toBe(hostname());
});

test('its interfaces are those of the system, read fresh', async () => {
  const { machine } = await startMachine();
  const up = Object.entries(networkInterfaces()).filter(([, infos]) =>
    infos?.some(({ internal, family }) => !internal && family === 'IPv4'),
  );
  for (const [name, infos] of up)
    expect(machine.interfaces()[name]).toBe(infos?.find(({ family }) => family === 'IPv4')?.address);
  expect(machine.interfaces().lo).toBeUndefined();
});

test('a new name holds at once, and those who watch hear of it', async () => {
  const { root, machine } = await startMachine();
  const heard = vi.fn();
  machine.subscribe(heard);
  await machine.rename('Stage-2');
  expect([machine.hostName(), heard.mock.calls.length]).toEqual(['stage-2', 1]);
  expect(await readFile(join(root, 'etc/hosts'), 'utf8')).toBe('127.0.0.1 localhost\n127.0.1.1 stage-2\n');
});

test('a name that another device has is told, with the one that this machine answers to instead', async () => {
  let announced = 'old-2';
  const { machine, log } = await startMachine(undefined, async () => announced);
  const heard = vi.fn();
  machine.subscribe(heard);
  expect(machine.announcedName()).toBeUndefined();
  await vi.waitFor(() => expect(machine.announcedName()).toBe('old-2'), { timeout: 20_000 });
  // Interfaces of the host may come and go, which is told as well.
  await vi.waitFor(() => expect(heard).toHaveBeenCalled(), { timeout: 20_000 });
  expect(log.lines.map(({ text }) => text)).toContain(
    'Another device on the network is called old: this one answers to old-2.local.',
  );
  announced = 'stage';
  await machine.rename('stage');
  expect(machine.announcedName()).toBeUndefined();
});

test('nothing is said of another device where avahi answers to the host name without its capitals and domain', async () => {
  const ask = vi.fn(async () => 'stage');
  const { machine, log } = await startMachine(undefined, ask, 'Stage.example.org');
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1), { timeout: 20_000 });
  expect([machine.announcedName(), log.lines.filter(({ level }) => level === 'warning')]).toEqual([undefined, []]);
});

test('a name that is none changes nothing', async () => {
  const { machine } = await startMachine();
  await expect(machine.rename('no name')).rejects.toMatchObject({ code: 'invalid-value' });
  expect(machine.hostName()).toBe('old');
});

test('names that are given together come one after the other, the last one stays', async () => {
  const { root, machine } = await startMachine();
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => machine.rename(name)));
  expect(machine.hostName()).toBe('e');
  expect(await readFile(join(root, 'etc/hosts'), 'utf8')).toBe('127.0.0.1 localhost\n127.0.1.1 e\n');
  expect(await readFile(join(root, 'etc/hostname'), 'utf8')).toBe('e\n');
});
