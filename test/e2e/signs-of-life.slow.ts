// What the daemons tell systemd, on a real datagram socket.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SystemdNotifier } from '../../src/daemon/sd-notify.ts';
import { startManager } from '../appliance/manager.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { askMaintenance } from '../mpv/real-mpv.ts';
import { launchDaemon } from '../talkgroup/fakes/launched-daemon.ts';
import { startDaemon } from './daemon.ts';

const WATCHDOG_SECONDS = 0.3;

const count = (messages: readonly string[], text: string): number => messages.filter((line) => line === text).length;
const isAlive = (messages: readonly string[]): boolean => count(messages, 'WATCHDOG=1') >= 3;

const manage = async () => {
  const manager = await startManager();
  onTestFinished(() => manager.dispose());
  return manager;
};

test('the player says when it is ready, that it lives, how it is, and that it ends', async () => {
  const manager = await manage();
  const daemon = await startDaemon({ command: manager.command(WATCHDOG_SECONDS) });
  onTestFinished(() => daemon.dispose());
  await daemon.line(/^picture up/);
  await manager.until(isAlive);
  await manager.until((messages) => messages.includes('STATUS=0 clips'));
  expect(manager.messages[0]).toBe('READY=1');
  expect(await daemon.end()).toBe(0);
  await manager.until((messages) => messages.at(-1) === 'STOPPING=1');
});

test('once mpv has answered and then does not any more, the player gives no sign of life', async () => {
  const manager = await manage();
  const folder = await temporaryFolder();
  // The first mpv is the real one; those after it never answer.
  const program = join(folder, 'mpv');
  writeFileSync(program, `#!/bin/sh\n[ -e ${folder}/was-up ] && exec sleep 60\nexec mpv "$@"\n`, { mode: 0o755 });
  const daemon = await startDaemon({
    command: manager.command(WATCHDOG_SECONDS),
    environment: { CUEDECK_MPV: program },
  });
  onTestFinished(() => daemon.dispose());
  await manager.until(isAlive);
  await daemon.line(/^picture up/);
  writeFileSync(join(folder, 'was-up'), '');
  const pid = Number(await askMaintenance(daemon.socketPath, ['get_property', 'pid']));
  // Before mpv was up at all it had said so as well.
  const said = manager.messages.length;
  process.kill(pid, 'SIGKILL');
  await manager.until((messages) => messages.slice(said).includes('STATUS=0 clips, the player is not up'));
  const before = count(manager.messages, 'WATCHDOG=1');
  await new Promise((resolve) => setTimeout(resolve, WATCHDOG_SECONDS * 3000));
  expect(count(manager.messages, 'WATCHDOG=1')).toBe(before);
});

test('a player whose mpv never came up is left running: a restart would not mend it', async () => {
  const manager = await manage();
  const daemon = await startDaemon({
    command: manager.command(WATCHDOG_SECONDS),
    environment: { CUEDECK_MPV: '/nowhere/mpv' },
  });
  onTestFinished(() => daemon.dispose());
  await manager.until(isAlive);
  expect(manager.messages).toContain('STATUS=0 clips, the player is not up');
});

test('the talkgroup service says the same', async () => {
  const manager = await manage();
  const folder = await temporaryFolder();
  const service = await launchDaemon({
    command: manager.command(WATCHDOG_SECONDS),
    environment: { CUEDECK_TALKGROUP_STATE_DIR: folder },
  });
  onTestFinished(() => void service.child.kill('SIGKILL'));
  await manager.until(isAlive);
  expect(manager.messages[0]).toBe('READY=1');
  expect(manager.messages[1]).toMatch(/^STATUS=Serving http:\/\/127\.0\.0\.1:\d+, hotspots at 127\.0\.0\.1:\d+$/);
  expect(await service.end('SIGTERM')).toMatchObject({ code: 0 });
  await manager.until((messages) => messages.at(-1) === 'STOPPING=1');
});

test('without a manager nothing is said, and nothing is missing', () => {
  const said: string[] = [];
  const note = (text: string) => void said.push(text);
  const log = { debug: note, info: note, warning: note, error: note, recent: () => [] };
  const manager = new SystemdNotifier({ descriptor: undefined, watchdogSeconds: undefined, log });
  manager.ready({ isWell: () => true, status: () => 'fine' });
  manager.stopping();
  expect(said).toEqual([]);
});
