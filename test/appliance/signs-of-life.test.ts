// What the daemons tell systemd, on a real datagram socket.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ServiceManager } from '../../src/service-manager.ts';
import { startDaemon } from '../e2e/daemon.ts';
import { askMaintenance } from '../mpv/real-mpv.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { startManager } from './manager.ts';

const TALKGROUP = new URL('../../dist/cuedeck-talkgroup.js', import.meta.url).pathname;
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
  process.kill(Number(await askMaintenance(daemon.socketPath, ['get_property', 'pid'])), 'SIGKILL');
  await manager.until((messages) => messages.includes('STATUS=0 clips, the player is not up'));
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
  const [program = '', ...args] = [...manager.command(WATCHDOG_SECONDS), TALKGROUP];
  const service = spawn(program, args, {
    env: {
      ...process.env,
      CUEDECK_TALKGROUP_HTTP_HOST: '127.0.0.1',
      CUEDECK_TALKGROUP_HTTP_PORT: '0',
      CUEDECK_TALKGROUP_DMR_HOST: '127.0.0.1',
      CUEDECK_TALKGROUP_DMR_PORT: '0',
      CUEDECK_TALKGROUP_STATE_DIR: folder,
    },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => service.once('exit', resolve));
  await manager.until(isAlive);
  expect(manager.messages[0]).toBe('READY=1');
  expect(manager.messages[1]).toMatch(/^STATUS=Serving http:\/\/127\.0\.0\.1:\d+, hotspots at 127\.0\.0\.1:\d+$/);
  service.kill();
  expect(await ended).toBe(0);
  await manager.until((messages) => messages.at(-1) === 'STOPPING=1');
});

test('without a manager nothing is said, and nothing is missing', () => {
  const said: string[] = [];
  const note = (text: string) => void said.push(text);
  const log = { debug: note, info: note, warning: note, error: note, recent: () => [] };
  const manager = new ServiceManager({ descriptor: undefined, watchdogSeconds: undefined, log });
  manager.ready({ isWell: () => true, status: () => 'fine' });
  manager.stopping();
  expect(said).toEqual([]);
});
