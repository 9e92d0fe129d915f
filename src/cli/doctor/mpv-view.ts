// Queries mpv over its IPC socket.
import { Socket } from 'node:net';
import { toReason, toSystemCode } from '../../base/errors.ts';
import { IpcConnection } from '../../mpv/ipc/ipc-connection.ts';

const PROPERTIES = [
  ...[
    'mpv-version',
    'current-vo',
    'current-ao',
    'audio-device',
    'path',
    'display-fps',
    'display-width',
    'display-height',
  ],
  ...['hwdec-current', 'frame-drop-count', 'decoder-frame-drop-count'],
] as const;

/** Absent properties have no value now. */
export type MpvView = Readonly<Partial<Record<(typeof PROPERTIES)[number], unknown>>>;

const CONNECT_TIMEOUT_SECONDS = 2;

const connect = (socketPath: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = new Socket();
    socket.setTimeout(CONNECT_TIMEOUT_SECONDS * 1000, () => socket.destroy(new Error('no answer')));
    socket.once('error', reject);
    socket.connect(socketPath, () => {
      socket.setTimeout(0);
      socket.off('error', reject);
      resolve(socket);
    });
  });

/** @returns mpv's properties, or the reason why there are none */
export const readMpv = async (
  socketPath: string,
): Promise<MpvView | { readonly why: string; readonly isClosed: boolean }> => {
  try {
    const connection = new IpcConnection({
      stream: await connect(socketPath),
      onEvents: () => undefined,
      onBad: () => undefined,
    });
    try {
      const replies = await Promise.all(PROPERTIES.map((name) => connection.send(['get_property', name])));
      const known = replies.flatMap((reply, index) => (reply.ok ? [[PROPERTIES[index], reply.data]] : []));
      return Object.fromEntries(known);
    } finally {
      connection.close();
    }
  } catch (error) {
    const code = toSystemCode(error);
    const why = toReason(error);
    return { why, isClosed: code === 'EACCES' };
  }
};
