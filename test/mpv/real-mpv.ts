// Real mpv players for tests: no picture, no sound, their own folder.
import { existsSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type { DecodingPlan } from '../../src/mpv/decoding/decoding-way.ts';
import type { LeftDecoders } from '../../src/mpv/decoding/step-down-record.ts';
import type { Heads } from '../../src/mpv/heads.ts';
import { MpvPlayer } from '../../src/mpv/mpv-player.ts';
import type { PlayerUnderTest } from '../contracts/player-contract.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';
import { whenListening } from '../fixtures/listening.ts';

/** A second client on the maintenance socket, as an operator over SSH would be. A young mpv may not listen yet. */
export const askMaintenance = async (socketPath: string, command: readonly unknown[]): Promise<unknown> => {
  await whenListening(socketPath);
  return ask(socketPath, command);
};

const ask = (socketPath: string, command: readonly unknown[]): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const socket = new Socket();
    socket.setTimeout(30_000, () => socket.destroy(new Error('no answer on the maintenance socket')));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('mpv closed the maintenance socket without an answer')));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
      for (const line of text.split('\n').slice(0, -1)) {
        const reply = JSON.parse(line);
        if (reply.request_id !== 77) continue;
        socket.end();
        resolve(reply.data);
      }
    });
    socket.connect(socketPath, () => socket.write(`${JSON.stringify({ command, request_id: 77 })}\n`));
  });

export const createRealPlayer = async (
  folder: string,
  options: {
    readonly program?: string;
    readonly extraArguments?: readonly string[];
    readonly decodingPlan?: DecodingPlan;
    readonly leftDecoders?: LeftDecoders;
    readonly isDecoderChosen?: () => boolean;
    readonly heads?: Heads;
  } = {},
): Promise<
  PlayerUnderTest & {
    readonly player: MpvPlayer;
    pid(): Promise<number>;
    /** A second client's command. */
    ask(command: readonly unknown[]): Promise<unknown>;
    readonly log: ReturnType<typeof createRecordingLog>;
  }
> => {
  const log = createRecordingLog();
  const socketPath = join(folder, 'mpv.sock');
  const { decodingPlan, leftDecoders, isDecoderChosen } = options;
  const player = new MpvPlayer({
    ...(decodingPlan && { decodingPlan }),
    ...(leftDecoders && { leftDecoders }),
    ...(isDecoderChosen && { isDecoderChosen }),
    ...(options.heads && { heads: options.heads }),
    program: options.program ?? 'mpv',
    socketPath,
    screenOptions: () => ['--vo=null'],
    extraArguments: options.extraArguments ?? ['--ao=null'],
    log,
  });
  const pid = async (): Promise<number> => Number(await askMaintenance(socketPath, ['get_property', 'pid']));
  player.start();
  return {
    player,
    log,
    pid,
    ask: (command) => askMaintenance(socketPath, command),
    property: (name) => askMaintenance(socketPath, ['get_property', name]),
    kill: async () => {
      process.kill(await pid(), 'SIGKILL');
    },
    dispose: () => player.stop(),
  };
};

/** A newer mpv, unpacked from a later Debian release into a folder by scripts/newer-mpv. */
export const NEWER_MPV = process.env.CUEDECK_TEST_NEWER_MPV ?? '/var/cache/cuedeck-test/newer-mpv/mpv';
export const hasNewerMpv = existsSync(NEWER_MPV);
