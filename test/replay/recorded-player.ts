// The real player daemon with the clips of clips.json on fresh folders, as every session finds it.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDaemonFolder, startDaemon } from '../e2e/daemon.ts';
import { media } from '../media/media.ts';

const VIDEOS = ['numbered-25.mp4', 'short-25.mp4', 'numbered-2997.mp4'] as const;

/** Of this folder. */
export const dataFile = (name: string): string => new URL(name, import.meta.url).pathname;

interface RecordedPlayer {
  readonly httpPort: number;
  readonly hyperdeckPort: number;
  dispose(): Promise<void>;
}

/** @param settings besides those of every test's daemon */
export const startRecordedPlayer = async (settings: Readonly<Record<string, string>> = {}): Promise<RecordedPlayer> => {
  const folder = createDaemonFolder();
  for (const name of VIDEOS) copyFileSync(media(name), join(folder, 'clips', name));
  // Of the same bytes on each machine, so that the file itself can be in a record.
  copyFileSync(dataFile('dot.png'), join(folder, 'clips', 'still.png'));
  copyFileSync(dataFile('clips.json'), join(folder, 'state', 'clips.json'));
  const daemon = await startDaemon({ folder, environment: { CUEDECK_HYPERDECK_PORT: '0', ...settings } });
  const listening = await daemon.line(/^listening hyperdeck /);
  await daemon.line(/^picture up/, 45);
  return {
    httpPort: Number(new URL(daemon.url).port),
    hyperdeckPort: Number(listening.split(':').at(-1)),
    dispose: daemon.dispose,
  };
};
