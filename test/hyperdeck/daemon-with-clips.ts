// The running daemon with a list of clips, the Ethernet protocol on a port, and mpv itself as a witness.
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import IpcInterface from 'node-mpv/lib/ipcInterface.js';
import { type Clip, createClip, createSplashClip } from '../../src/deck/clips/clip.ts';
import { DEFAULT_SETTINGS } from '../../src/deck/clips/clip-list.ts';
import { toRecord } from '../../src/library/clip-record.ts';
import { type Client, createClient } from '../e2e/client.ts';
import { createDaemonFolder, type Daemon, startDaemon } from '../e2e/daemon.ts';
import { SPLASH_PATH } from '../fakes/memory-clip-store.ts';
import { whenListening } from '../fixtures/listening.ts';
import { media } from '../media/media.ts';
import { greetedClient, type WireClient } from './wire-client.ts';

/** What a probe would find: on a busy machine it takes its time, and it is not what is tested here. */
const PROBED = {
  'numbered-25.mp4': { durationSeconds: 10, numerator: 25, denominator: 1 },
  'numbered-25-sound.mp4': { durationSeconds: 10, numerator: 25, denominator: 1, audioCodec: 'aac' },
  'numbered-2997.mp4': { durationSeconds: 6.006, numerator: 30000, denominator: 1001 },
  'numbered-50.mp4': { durationSeconds: 6, numerator: 50, denominator: 1 },
  'numbered-5994.mp4': { durationSeconds: 6.006, numerator: 60000, denominator: 1001 },
  'still.png': undefined,
} as const;

export type ListedMedia = keyof typeof PROBED;

/** In and out point, seconds. */
export type Trim = readonly [inSeconds: number, outSeconds: number];

interface ListedClip {
  readonly media: ListedMedia;
  /** Name of its file. */
  readonly file: string;
  readonly trim?: Trim;
}

const PICTURE = { container: 'mov', videoCodec: 'h264', width: 192, height: 108, interlaced: false };

const toClip = ({ media: name, file, trim }: ListedClip): Clip => {
  const found = PROBED[name];
  const probed =
    found === undefined
      ? { moving: false, durationSeconds: 0, info: { ...PICTURE, videoCodec: 'png' } }
      : {
          moving: true,
          durationSeconds: found.durationSeconds,
          info: {
            ...PICTURE,
            frameRate: { numerator: found.numerator, denominator: found.denominator },
            ...('audioCodec' in found && { audioCodec: found.audioCodec }),
          },
        };
  const clip = createClip(`id of ${file}`, file, probed);
  return trim === undefined ? clip : { ...clip, inSeconds: trim[0], outSeconds: trim[1] };
};

export interface DaemonWithClips {
  readonly daemon: Daemon;
  readonly client: Client;
  readonly port: number;
  connect(): Promise<WireClient>;
}

export const startDaemonWithClips = async (
  listed: readonly ListedClip[],
  environment: Readonly<Record<string, string>> = {},
): Promise<DaemonWithClips> => {
  const folder = createDaemonFolder();
  for (const { media: name, file } of listed) copyFileSync(media(name), join(folder, 'clips', file));
  const document = { clips: [createSplashClip(SPLASH_PATH), ...listed.map(toClip)], settings: DEFAULT_SETTINGS };
  writeFileSync(join(folder, 'state', 'clips.json'), JSON.stringify(toRecord(document)));
  const daemon = await startDaemon({ folder, environment: { CUEDECK_HYPERDECK_PORT: '0', ...environment } });
  const [host = '', port = ''] = (await daemon.line(/^listening hyperdeck /)).split(' ').at(-1)?.split(':') ?? [];
  await daemon.line(/picture up/, 45);
  const connect = (): Promise<WireClient> => greetedClient(Number(port), host);
  return { daemon, client: createClient(daemon.url), port: Number(port), connect };
};

/** What mpv itself says, by a client of its own on the maintenance socket. */
export const openWitness = async (socketPath: string) => {
  await whenListening(socketPath);
  const ipc = new IpcInterface({ socket: socketPath });
  let lastId = 1000;
  return {
    property: (name: string): Promise<unknown> =>
      new Promise((resolve, reject) => {
        lastId += 1;
        const id = lastId;
        const timer = setTimeout(() => reject(new Error(`mpv does not say ${name}`)), 5000);
        const take = (message: { readonly request_id?: number; readonly data?: unknown }): void => {
          if (message.request_id !== id) return;
          clearTimeout(timer);
          ipc.off('message', take);
          resolve(message.data);
        };
        ipc.on('message', take);
        ipc.getProperty(name, id);
      }),
    close: () => ipc.quit(),
  };
};

export type Witness = Awaited<ReturnType<typeof openWitness>>;
