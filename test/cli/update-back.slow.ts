// The way back of `cuedeck update` where it is hard: the disk is full, or dpkg refuses. The system's programs are scripts here.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { PlayerClip } from '../../src/cli/player-status.ts';
import { UPDATE_COMMAND } from '../../src/cli/update/update-command.ts';
import { findPlayer } from '../../src/config/player-connection.ts';
import { CUEDECK } from '../e2e/cuedeck.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { createSilentCli } from './silent-cli.ts';

const SPLASH: PlayerClip = {
  ...{ id: 'splash', number: 0, kind: 'splash', name: 'splashscreen', file: 'splash.png' },
  ...{ durationSeconds: 0, inSeconds: 0, outSeconds: 30, endAction: 'loop', volumePercent: 100, muted: false },
  ...{ fadeInSeconds: 0, fadeOutSeconds: 0 },
};

/** Of Debian; stands for the service user. */
const NOBODY = 65_534;

/** What is kept for the owner goes with the test. */
const removeKept = (said: string): void => {
  const [kept] = /\/var\/tmp\/cuedeck-update-\w+/.exec(said) ?? [];
  if (kept !== undefined) onTestFinished(() => rmSync(kept, { recursive: true, force: true }));
};

/** Like a terminal, which tells the whole group of the program that is in front. */
const runInFront = (
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  program = CUEDECK,
) => {
  const child = spawn(program, [...args], { detached: true, env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
  const said = textOf(child.stderr);
  return { said, press: (signal: NodeJS.Signals) => process.kill(-Number(child.pid), signal) };
};

/** The new version gives the list its form and fills the disk. */
const FILL = (state: string): string =>
  `printf '{"version":2,"clips":[]}' > '${state}/clips.json'; cat /dev/zero > '${state}/filler' 2> /dev/null`;

/**
 * @param install what dpkg does when the version before is put back
 * @param start what the new version does before it fails
 */
const createPrograms = (folder: string, install: string, start: string): Readonly<Record<string, string>> => ({
  'dpkg-deb': `case "$1" in
    --field) printf 'Package: cuedeck\\nVersion: 9\\n' ;;
    --root-owner-group) for last; do :; done; echo package > "$last" ;;
  esac`,
  'dpkg-query': `case "$1" in
    --show) printf 'cuedeck\\t1\\n' ;;
    --listfiles) echo /usr/bin/env ;;
    --status) printf 'Package: cuedeck\\nVersion: 1\\n' ;;
  esac`,
  dpkg: `[ "$1" != --compare-versions ] || exit 0; echo "dpkg $1" >> '${folder}/calls'; ${install}`,
  systemctl: `[ "$1" = show ] || echo "systemctl $1" >> '${folder}/calls'; printf 'MainPID=1\\nActiveState=active\\n'`,
  'apt-get': `${start}; echo 'E: broken'; exit 1`,
});

const createMachine = async (install: string, startOf = FILL) => {
  const folder = await temporaryFolder();
  const [state, programs] = [join(folder, 'state'), join(folder, 'programs')];
  mkdirSync(state);
  mkdirSync(programs);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', state]);
  onTestFinished(() => void execFileSync('umount', [state]));
  writeFileSync(join(state, 'clips.json'), `{"version":1,"clips":"${'x'.repeat(12_000)}"}`);
  writeFileSync(join(folder, 'new.deb'), 'package');
  for (const [name, text] of Object.entries(createPrograms(folder, install, startOf(state)))) {
    writeFileSync(join(programs, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(programs, name), 0o755);
  }
  const path = process.env.PATH;
  process.env.PATH = `${programs}:${path}`;
  onTestFinished(() => {
    process.env.PATH = path;
  });
  const player = createServer(({ url }, response) =>
    response.end(JSON.stringify(url === '/api/v1/clips' ? [SPLASH] : {})),
  ).listen(0, '127.0.0.1');
  onTestFinished(() => void player.close());
  await once(player, 'listening');
  const { port } = player.address() as AddressInfo;
  const environment = {
    CUEDECK_HTTP_HOST: '127.0.0.1',
    CUEDECK_HTTP_PORT: String(port),
    CUEDECK_STATE_DIR: state,
  };
  const place = findPlayer(environment);
  return {
    folder,
    state,
    update: async (): Promise<string> => {
      const given = { arguments: [join(folder, 'new.deb')], options: { watch: '1' } };
      const text = await UPDATE_COMMAND.run(createSilentCli(place, environment, given)).then(
        () => 'done',
        (error: unknown) => String(error),
      );
      removeKept(text);
      return text;
    },
    inFront: (program = CUEDECK) =>
      runInFront(['update', '--watch', '1', join(folder, 'new.deb')], { ...process.env, ...environment }, program),
    calls: () =>
      existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n') : [],
    list: () => readFileSync(join(state, 'clips.json'), 'utf8'),
  };
};

const canMount = process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'true']).status === 0;

describe.runIf(canMount)('a new version that fails', () => {
  test('gives way to the one before, although the disk has no room for the list of that', async () => {
    const machine = await createMachine('exit 0');
    const text = await machine.update();
    expect(text).toMatch(
      /cuedeck 9 failed: it cannot be installed: E: broken\. cuedeck 1 is back and runs; its clip list could not be put back: the disk is full \(ENOSPC\)\. It is kept as \/\S+\/clips\.json\.$/,
    );
    expect(machine.calls()).toEqual(['systemctl stop', 'dpkg --force-confold']);
    expect(machine.list()).toBe('{"version":2,"clips":[]}');
    const [, kept = ''] = /kept as (\S+)\.$/.exec(text) ?? [];
    expect(readFileSync(kept, 'utf8')).toMatch(/^\{"version":1,/);
  });

  test('gives way to the one before, and a link in the place of the list leads root nowhere', async () => {
    const secret = join(await temporaryFolder(), 'secret');
    writeFileSync(secret, '{"version":2,"of":"root"}', { mode: 0o600 });
    const machine = await createMachine(
      'exit 0',
      (state) => `chown nobody '${state}'; ln -sf '${secret}' '${state}/clips.json'`,
    );
    expect(await machine.update()).toMatch(/cuedeck 1 is back and runs/);
    expect([readFileSync(secret, 'utf8'), statSync(secret).mode & 0o777]).toEqual(['{"version":2,"of":"root"}', 0o600]);
  });

  test('gives way to the one before, whose list its owner gets back, although the program was replaced', async () => {
    const machine = await createMachine(
      'exit 0',
      (state) => `printf '{"version":2,"clips":[]}' > '${state}/clips.json'; rm '${state}/../installed.mjs'`,
    );
    const before = machine.list();
    const program = join(machine.folder, 'installed.mjs');
    copyFileSync(CUEDECK, program);
    for (const path of [machine.folder, program]) chmodSync(path, 0o755);
    for (const path of [machine.state, join(machine.state, 'clips.json')]) chownSync(path, NOBODY, NOBODY);
    expect(await machine.inFront(program).said).toMatch(/cuedeck 1 is back and runs\.\n$/);
    expect(machine.list()).toBe(before);
    const { uid, gid, mode } = statSync(join(machine.state, 'clips.json'));
    expect([uid, gid, mode & 0o777]).toEqual([NOBODY, NOBODY, 0o640]);
  });

  test('runs on where that cannot be put back, and the package of it is kept', async () => {
    const machine = await createMachine('echo "dpkg: error"; exit 2');
    const text = await machine.update();
    const [, file = ''] = /`dpkg --install (\S+)`/.exec(text) ?? [];
    expect(text).toMatch(/cuedeck 1 cannot be put back: dpkg: error\. `dpkg --install \S+` does it; /);
    expect([existsSync(file), existsSync(join(dirname(file), 'clips.json'))]).toEqual([true, true]);
    expect(machine.calls()).toEqual(['systemctl stop', 'dpkg --force-confold', 'systemctl start']);
  });

  test.each(['SIGINT', 'SIGHUP'] as const)('is taken back to the end, whenever %s comes', async (signal) => {
    const machine = await createMachine('sleep 0.5; echo "dpkg is done" >> "$(dirname "$0")/../calls"');
    const { said, press } = machine.inFront();
    await expect.poll(machine.calls, { interval: 20 }).toContain('dpkg --force-confold');
    press(signal);
    const text = await said;
    removeKept(text);
    expect(text).toMatch(/cuedeck 1 is back and runs/);
    expect(machine.calls()).toEqual(['systemctl stop', 'dpkg --force-confold', 'dpkg is done']);
  });
});
