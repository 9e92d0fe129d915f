// A file on its way to a real player over a line that is cut again and again.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readFleetClips } from '../../src/cli/fleet/fleet-clips.ts';
import { pushFile } from '../../src/cli/fleet/push.ts';
import { findLocalFile } from '../../src/cli/local-file.ts';
import { createPlayerClient } from '../../src/client/player-client.ts';
import { startDaemon } from '../e2e/daemon.ts';
import { makePaddedFilm } from './padded-film.ts';

const PADDING_BYTES = 4_000_000;
const CUT_AFTER_BYTES = 1_500_000;

const toPlace = (url: string) => ({ url, token: '', closedConf: undefined });

const makeFilm = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'cuedeck-cut-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return makePaddedFilm(folder, PADDING_BYTES);
};

/** A way to a port that is cut whenever so much has gone over it, or before the answer to what has gone over it whole. */
const startLine = async (port: number, isCut: (bytes: number) => boolean, isDeaf: () => boolean): Promise<string> => {
  const server = createServer((near) => {
    const far: Socket = connect(port, '127.0.0.1');
    let bytes = 0;
    const cut = (): void => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) socket.on('error', cut).on('close', cut);
    near.on('data', (data) => {
      bytes += data.length;
      far.write(data);
      if (!isCut(bytes)) return;
      // Nothing more goes over it, and what has gone arrives before it is cut.
      near.pause();
      setTimeout(cut, 50);
    });
    far.on('data', (data) => {
      if (bytes > PADDING_BYTES && isDeaf()) cut();
      else near.write(data);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
};

const setUp = async () => {
  const daemon = await startDaemon({ seconds: 60 });
  onTestFinished(() => daemon.dispose());
  const file = await findLocalFile(makeFilm());
  return { daemon, file, port: Number(new URL(daemon.url).port) };
};

test('what is cut off goes on where it was, until all is there', async () => {
  const { daemon, file, port } = await setUp();
  const player = toPlace(
    await startLine(
      port,
      (bytes) => bytes > CUT_AFTER_BYTES,
      () => false,
    ),
  );
  expect(await pushFile(player, file, () => undefined)).toEqual({
    text: expect.stringMatching(/^got the rest of film.mp4, from byte [1-9]\d{6} on$/),
    clip: 'film.mp4',
  });
  expect(readFileSync(join(daemon.clipsDir, 'film.mp4')).equals(readFileSync(file.path))).toBe(true);
  expect((await readFleetClips(createPlayerClient(player))).map(({ file: name }) => name)).toEqual(['film.mp4']);
});

test('a file that arrived whole is not sent again because its answer was lost', async () => {
  const { file, port } = await setUp();
  let lost = 0;
  const isDeaf = (): boolean => {
    lost += 1;
    return lost === 1;
  };
  const player = toPlace(await startLine(port, () => false, isDeaf));
  expect(await pushFile(player, file, () => undefined)).toEqual({ text: 'got film.mp4', clip: 'film.mp4' });
  expect((await readFleetClips(createPlayerClient(player))).map(({ file: name }) => name)).toEqual(['film.mp4']);
  expect(lost).toBe(1);
});
