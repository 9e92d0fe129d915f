// Files on their way to real players that freeze, are slow, or refuse the token, and files that change while they are sent.
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { CliError } from '../../src/cli/cli-error.ts';
import { uploadFile } from '../../src/cli/commands/upload-command.ts';
import { readFleetClips } from '../../src/cli/fleet/fleet-clips.ts';
import { pushFile } from '../../src/cli/fleet/push.ts';
import { findLocalFile } from '../../src/cli/local-file.ts';
import { createPlayerClient } from '../../src/client/player-client.ts';
import { findPlayer, type PlayerConnection } from '../../src/config/player-connection.ts';
import { CUEDECK, type Outcome, refused, runCuedeck } from '../e2e/cuedeck.ts';
import { createDaemonFolder, type Daemon, startDaemon } from '../e2e/daemon.ts';
import { media } from '../media/media.ts';
import { type Broker, startBroker } from '../mqtt/broker.ts';
import { makePaddedFilm } from './padded-film.ts';

const PADDING_BYTES = 60_000_000;
const STALL_SECONDS = 2;
const TOKEN = 'stage löft';

let daemon: Daemon;
beforeAll(async () => {
  daemon = await startDaemon({ seconds: 60 });
}, 90_000);
afterAll(() => daemon.dispose());

const makeFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'cuedeck-trouble-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const makeFilm = (): string => makePaddedFilm(makeFolder(), PADDING_BYTES);

const toPlace = (url: string): PlayerConnection => ({
  ...findPlayer({ CUEDECK_HTTP_HOST: '127.0.0.1' }),
  url,
  token: '',
});

/** Both ways of bringing a file, told the bytes that went or the share of them. */
const WAYS = {
  push: async (url: string, path: string, onMoved: () => void) =>
    pushFile({ ...toPlace(url), silenceSeconds: STALL_SECONDS }, await findLocalFile(path), onMoved),
  upload: async (url: string, path: string, onMoved: () => void) =>
    uploadFile(toPlace(url), await findLocalFile(path), onMoved, STALL_SECONDS),
} as const;
const NAMES = ['push', 'upload'] as const;

const failureOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'it was done',
    (error) => (error instanceof CliError ? error.message : `no CliError: ${error}`),
  );

/** In the middle of the file: the first call comes long before its end. */
const once = (work: () => void): (() => void) => {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
};

/** What was deleted by another test may still be there to be brought back. */
const foundBeside = (known: readonly string[]): readonly string[] =>
  readdirSync(daemon.clipsDir).filter((file) => !known.includes(file) && !file.startsWith('.trash-'));

const clipsOf = async (url: string): Promise<readonly string[]> =>
  (await readFleetClips(createPlayerClient({ url, token: '' }))).map(({ file }) => file);

describe.each(NAMES)('%s', (name) => {
  test('to a player that freezes on the way ends with the reason', async () => {
    const frozen = await startDaemon({ seconds: 60 });
    onTestFinished(async () => {
      frozen.process.kill('SIGCONT');
      await frozen.dispose();
    });
    const freeze = once(() => frozen.process.kill('SIGSTOP'));
    const failure = await failureOf(WAYS[name](frozen.url, makeFilm(), freeze));
    expect(failure).toContain(`it has not answered for ${STALL_SECONDS} s`);
    // And at once, where it is so from the beginning.
    expect(await failureOf(WAYS[name](frozen.url, makeFilm(), () => undefined))).toContain('it has not answered');
  }, 60_000);

  test('waits for a player that looks at the clip for long, as long as it answers others', async () => {
    const url = await startSlowLine(Number(new URL(daemon.url).port), 3 * STALL_SECONDS);
    const before = (await clipsOf(daemon.url)).length;
    await WAYS[name](url, makeFilm(), () => undefined);
    expect((await clipsOf(daemon.url)).length).toBe(before + 1);
    const client = createPlayerClient({ url: daemon.url, token: '' });
    for (const { id } of await readFleetClips(client)) await client.call('delete', '/clips/{id}', { path: { id } });
  });

  test.each([
    ['shrinks', (path: string) => truncateSync(path, 1000)],
    ['grows', (path: string) => appendFileSync(path, 'more')],
    ['is written over, and its time set back', writeOver],
    ['is replaced by another of its length', replace],
  ])('of a file that %s meanwhile is refused and leaves nothing', async (_case, change) => {
    const path = makeFilm();
    const before = await clipsOf(daemon.url);
    const failure = await failureOf(
      WAYS[name](
        daemon.url,
        path,
        once(() => change(path)),
      ),
    );
    expect(failure).toMatch(/film\.mp4 changed while it was sent\b/);
    await expect.poll(() => foundBeside(before)).toEqual([]);
    expect(await clipsOf(daemon.url)).toEqual(before);
    expect((await fetch(`${daemon.url}/api/v1/uploads/film.mp4`)).status).toBe(404);
  });
});

function writeOver(path: string): void {
  writeFileSync(path, 'y', { flag: 'r+' });
  utimesSync(path, 1, 1);
}

function replace(path: string): void {
  writeFileSync(`${path}.new`, Buffer.alloc(PADDING_BYTES, 'z'));
  renameSync(`${path}.new`, path);
}

/** A way to a port that holds back for so long what comes after a whole film has gone over it. */
const startSlowLine = async (port: number, seconds: number): Promise<string> => {
  const server = createServer((near) => {
    const far: Socket = connect(port, '127.0.0.1');
    let bytes = 0;
    const cut = (): void => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) socket.on('error', cut);
    near.on('close', cut);
    near.on('data', (data) => {
      bytes += data.length;
      far.write(data);
    });
    far.on('data', (data) => {
      setTimeout(() => near.write(data), bytes > PADDING_BYTES ? seconds * 1000 : 0);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
};

describe('at a broker', () => {
  let broker: Broker;
  let guarded: Daemon;
  beforeAll(async () => {
    broker = await startBroker();
    const environment = { CUEDECK_MQTT_URL: broker.url, CUEDECK_MQTT_PLAYER: 'p1', CUEDECK_TOKEN: TOKEN };
    guarded = await startDaemon({ folder: createDaemonFolder(), environment, seconds: 60 });
    await guarded.line(/^broker .* connected/, 60);
    const client = await connectAsync(broker.url, { protocolVersion: 5 });
    for (const [topic, payload] of [
      ['online', 'online'],
      ['status', JSON.stringify({ name: 'ghost', urls: ['javascript:alert(1)', 'ftp://ghost/'] })],
    ] as const)
      await client.publishAsync(`cuedeck/player/ghost/${topic}`, payload, { retain: true, qos: 1 });
    await client.endAsync();
  }, 120_000);
  afterAll(async () => {
    await guarded.dispose();
    await broker.dispose();
  });

  const cuedeck = (token: string, ...args: readonly string[]): Promise<Outcome> =>
    runCuedeck(args, { environment: { CUEDECK_MQTT_URL: broker.url, CUEDECK_TOKEN: token } });

  test('without the right token every command says so, with the exit code for it, once for each player', async () => {
    const film = makeFilm();
    const [wanted, wrong] = [
      'The player requires a token. Set CUEDECK_TOKEN',
      'The player refuses the token in CUEDECK_TOKEN. Give the one it was started with',
    ];
    const args = ['fleet', 'push', film, media('still.png'), '--to', 'p1'];
    expect(await cuedeck('', ...args)).toEqual({ code: 77, out: `p1: FAILED, ${wanted}\n`, err: '' });
    expect(await cuedeck('no', ...args)).toEqual({ code: 77, out: `p1: FAILED, ${wrong}\n`, err: '' });
    expect(await cuedeck('no', 'fleet', 'rename', 'p1', 'x')).toEqual(refused(77, `${wrong}.`));
    for (const [token, line] of [
      ['', wanted],
      ['no', wrong],
    ] as const) {
      const environment = { CUEDECK_HTTP_PORT: new URL(guarded.url).port, CUEDECK_TOKEN: token };
      expect(await runCuedeck(['upload', film], { environment })).toEqual(refused(77, `${line}.`));
    }
  });

  test('a player that names no address of the web is told of in plain words', async () => {
    const reason = 'it names no address that can be reached';
    const { code, out } = await cuedeck(TOKEN, 'fleet', 'push', media('still.png'), '--to', 'ghost');
    expect([code, out]).toEqual([1, `ghost: FAILED, ${reason}\n`]);
    expect(await cuedeck(TOKEN, 'fleet', 'rename', 'ghost', 'x')).toEqual(refused(69, reason));
  });

  test('a file whose name is not UTF-8 is told of, and not as one that is missing', async () => {
    const folder = makeFolder();
    copyFileSync(media('still.png'), Buffer.concat([Buffer.from(`${folder}/gr`), Buffer.from([0xfc, 0x6e])]));
    for (const verb of ['fleet push', 'upload']) {
      const script = `"${CUEDECK}" ${verb} "$(printf '${folder}/gr\\374n')" 2>&1; echo $?`;
      const env = { PATH: process.env.PATH, CUEDECK_MQTT_URL: broker.url, CUEDECK_TOKEN: TOKEN };
      expect(execFileSync('sh', ['-c', script], { env, encoding: 'utf8' })).toBe(
        `${folder}/gr\ufffdn cannot be read: its name is not UTF-8. Rename it and try again.\n1\n`,
      );
    }
  });
});
