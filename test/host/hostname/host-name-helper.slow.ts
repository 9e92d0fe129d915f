// A renaming through the helper, started as systemd starts it: by the first who connects.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createHostNameClient } from '../../../src/host/hostname/host-name-client.ts';
import { createClient } from '../../e2e/client.ts';
import { startDaemon } from '../../e2e/daemon.ts';
import { whenListening } from '../../fixtures/listening.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const HELPER = new URL('../../../dist/cuedeck-hostname.js', import.meta.url).pathname;
const HOSTS = '127.0.0.1 localhost\n127.0.1.1 old\n';

const startHelper = async () => {
  const root = await temporaryFolder();
  await mkdir(join(root, 'etc'));
  await writeFile(join(root, 'etc/hosts'), HOSTS);
  await writeFile(join(root, 'etc/hostname'), 'old\n');
  const socketPath = join(root, 'socket');
  const helper = spawn(
    'systemd-socket-activate',
    ['--listen', socketPath, '--fdname', 'hostname', '-E', `CUEDECK_HOST_ROOT=${root}`, HELPER],
    { stdio: 'ignore' },
  );
  onTestFinished(() => void helper.kill());
  await whenListening(socketPath);
  return {
    root,
    helper,
    socketPath,
    setter: createHostNameClient({ socketPath }),
    files: async () => [
      await readFile(join(root, 'etc/hostname'), 'utf8'),
      await readFile(join(root, 'etc/hosts'), 'utf8'),
    ],
  };
};

const say = async (socketPath: string, bytes: string): Promise<string> => {
  const socket = connect(socketPath);
  socket.setEncoding('utf8');
  socket.end(bytes);
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text;
};

test('the name is set, once for each who asks, and the helper ends when nobody needs it', async () => {
  const { setter, files, helper } = await startHelper();
  const exited = once(helper, 'exit');
  await Promise.all(['a', 'b', 'stage-2'].map((name) => setter.apply(name)));
  const [name, hosts] = await files();
  expect(['a\n', 'b\n', 'stage-2\n']).toContain(name);
  expect(hosts).toBe(HOSTS.replace('old', String(name).trim()));
  expect(await exited).toEqual([0, null]);
});

test('a name that is none is refused by the helper itself, whoever sends it', async () => {
  const { socketPath, files } = await startHelper();
  for (const request of ['a b\n', 'a\0b\n', '-x\n', '\n', `${'a'.repeat(5000)}\n`, 'a'.repeat(200)])
    expect(JSON.parse(await say(socketPath, request))).toMatchObject({ ok: false, code: 'invalid-value' });
  expect(await files()).toEqual(['old\n', HOSTS]);
});

test('a second line of a request is nothing', async () => {
  const { socketPath, files } = await startHelper();
  expect(await say(socketPath, 'one\ntwo\n')).toBe('{"ok":true}\n');
  expect((await files())[0]).toBe('one\n');
});

test('a client that says nothing is let go after 2 s', async () => {
  const { socketPath, files } = await startHelper();
  const closed = once(connect(socketPath).resume(), 'close');
  // Its answer to somebody else says that it is there: its start is not measured.
  expect(JSON.parse(await say(socketPath, '-x\n'))).toMatchObject({ ok: false });
  const startedAt = performance.now();
  await closed;
  expect(performance.now() - startedAt).toBeLessThan(5000);
  expect(await files()).toEqual(['old\n', HOSTS]);
});

test('a client that has its answer and stays keeps the helper no longer than one that says nothing', async () => {
  const { socketPath, helper } = await startHelper();
  const exited = once(helper, 'exit');
  // Neither closes its side: that of a program that hangs stays open.
  const silent = connect({ path: socketPath, allowHalfOpen: true });
  const answered = connect({ path: socketPath, allowHalfOpen: true });
  onTestFinished(() => void [silent, answered].map((socket) => socket.destroy()));
  answered.write('new\n');
  expect(String((await once(answered, 'data'))[0])).toBe('{"ok":true}\n');
  expect(await exited).toEqual([0, null]);
}, 30_000);

test('a failed step is undone there and named here', async () => {
  const { root, setter, files } = await startHelper();
  await rm(join(root, 'etc/hostname'));
  await mkdir(join(root, 'etc/hostname'));
  await expect(setter.apply('new')).rejects.toMatchObject({
    code: 'host-name-failed',
    message: expect.stringMatching(/^The host name stays: /),
  });
  expect(await readFile(join(root, 'etc/hosts'), 'utf8')).toBe(HOSTS);
  await expect(files()).rejects.toThrow('EISDIR');
});

test('without a helper the name stays, and the answer says whom it asked', async () => {
  const daemon = await startDaemon({ environment: { CUEDECK_HOSTNAME_SOCKET: '/nowhere/socket' } });
  onTestFinished(() => daemon.dispose());
  expect(await createClient(daemon.url).get('/update_host', { hostname: 'new' })).toEqual({
    status: 500,
    body: {
      code: 'host-name-failed',
      error: 'The host name stays: asking /nowhere/socket failed: it is not there (ENOENT).',
    },
  });
});

test('a daemon that has a helper renames through it', async () => {
  const { root, socketPath, files } = await startHelper();
  const daemon = await startDaemon({
    environment: { CUEDECK_HOSTNAME_SOCKET: socketPath, CUEDECK_HOST_ROOT: root },
  });
  onTestFinished(() => daemon.dispose());
  const { status } = await createClient(daemon.url).get('/update_host', { hostname: 'Stage-3' });
  expect(status).toBe(200);
  expect(await files()).toEqual(['stage-3\n', HOSTS.replace('old', 'stage-3')]);
});

test('a socket on which it cannot listen ends it, with the reason', async () => {
  const start = 'LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=hostname exec "$0" 3< /dev/null';
  const { status, stderr } = spawnSync('sh', ['-c', start, HELPER], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^A connection failed: listen E[A-Z]+.*\n$/)]);
});
