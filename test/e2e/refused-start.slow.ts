// What keeps either daemon from starting is one line that names it, and an exit code that says whose matter it is.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { runProgram } from '../talkgroup/fakes/daemon-process.ts';

const DAEMONS = {
  player: { program: resolve('dist/cuedeck-player.js'), prefix: 'CUEDECK_', stateFile: 'clips.json' },
  talkgroup: { program: resolve('dist/cuedeck-talkgroup.js'), prefix: 'CUEDECK_TALKGROUP_', stateFile: 'peers.json' },
} as const;
type DaemonName = keyof typeof DAEMONS;
const NAMES = ['player', 'talkgroup'] as const;

/** Starts a daemon in a folder of its own, with settings named without their prefix. */
const start = async (
  daemon: DaemonName,
  folder: string,
  settings: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
) => {
  const { program, prefix } = DAEMONS[daemon];
  const all: Readonly<Record<string, string>> = {
    ...{ HTTP_HOST: '127.0.0.1', HTTP_PORT: '0', STATE_DIR: join(folder, 'state'), RUNTIME_DIR: join(folder, 'run') },
    ...(daemon === 'player'
      ? { CLIPS_DIR: join(folder, 'clips'), HYPERDECK_PORT: 'off' }
      : { DMR_HOST: '127.0.0.1', DMR_PORT: '0' }),
    ...settings,
  };
  const environment = Object.fromEntries(Object.entries(all).map(([name, value]) => [`${prefix}${name}`, value]));
  const { code, err } = await runProgram(program, args, { DISPLAY: '', ...environment });
  return { code, err };
};

describe.each(NAMES)('%s: a state file', (daemon) => {
  test('that cannot be read ends the start, and stays with its copy as it is', async () => {
    const folder = await temporaryFolder();
    const state = join(folder, 'state');
    const { stateFile } = DAEMONS[daemon];
    await mkdir(state);
    await symlink(stateFile, join(state, stateFile));
    await writeFile(join(state, `${stateFile}.last-good`), '{}');
    const { code, err } = await start(daemon, folder);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^\S+\/(?:clips|peers)\.json cannot be read and stays as it is: [^\n]*\(ELOOP\)\n$/),
    ]);
    expect((await readdir(state)).sort()).toEqual([stateFile, `${stateFile}.last-good`]);
  });
});

describe.each(NAMES)('%s: a setting the machine refuses is one line that names it', (daemon) => {
  const { prefix } = DAEMONS[daemon];
  const long = `/tmp/${'x'.repeat(110)}`;
  test.each([
    ['a state folder in a place that takes none', { STATE_DIR: '/proc/x' }, 78, 'STATE_DIR="/proc/x" cannot be used: '],
    [
      'a state folder that is a file',
      { STATE_DIR: '/etc/passwd' },
      78,
      'STATE_DIR="/etc/passwd" cannot be used: it is not a folder',
    ],
    [
      'a state folder below a file',
      { STATE_DIR: '/etc/passwd/x' },
      78,
      'STATE_DIR="/etc/passwd/x" cannot be used: part of the path is a file',
    ],
    ['an address of another machine', { HTTP_HOST: '192.0.2.1' }, 78, 'HTTP_HOST="192.0.2.1", '],
    ['a runtime folder with too long a path', { RUNTIME_DIR: long }, 78, `RUNTIME_DIR="${long}" is too long: `],
  ])('%s', async (_what, settings, code, line) => {
    const { code: given, err } = await start(daemon, await temporaryFolder(), settings);
    expect([given, err.trimEnd().split('\n').length, err.startsWith(`${prefix}${line}`), err]).toEqual([
      code,
      1,
      true,
      err,
    ]);
  });

  test('an argument it does not know: exit 64', async () => {
    const { code, err } = await start(daemon, await temporaryFolder(), {}, ['--prot=1']);
    expect([code, err]).toEqual([
      64,
      expect.stringMatching(/^"--prot=1" is no argument; allowed: --help, --version [^\n]*\n$/),
    ]);
  });

  test('a variable that is misspelt is told in a line', async () => {
    const { err } = await start(daemon, await temporaryFolder(), { STAT_DIR: '/x', STATE_DIR: '/proc/x' });
    expect(err.split('\n')[0]).toBe(`${prefix}STAT_DIR is not a setting; --help lists them all`);
  });
});

test('player: an OSC port that is taken is one line that names it, and what to do', async () => {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  onTestFinished(async () => void socket.close());
  await once(socket, 'listening');
  const { port } = socket.address();
  expect(await start('player', await temporaryFolder(), { OSC_PORT: String(port) })).toEqual({
    code: 1,
    err: `CUEDECK_HTTP_HOST="127.0.0.1", CUEDECK_OSC_PORT="${port}" cannot be used: another program listens there (EADDRINUSE); end it, or set CUEDECK_OSC_PORT to another port\n`,
  });
});

test.each(['HTTP_PORT', 'HYPERDECK_PORT'])('player: so is a %s that is taken', async (name) => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  expect(await start('player', await temporaryFolder(), { [name]: String(port) })).toEqual({
    code: 1,
    err: `CUEDECK_HTTP_HOST="127.0.0.1", CUEDECK_${name}="${port}" cannot be used: another program listens there (EADDRINUSE); end it, or set CUEDECK_${name} to another port\n`,
  });
});
