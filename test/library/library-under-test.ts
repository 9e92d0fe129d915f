import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProbedMedia } from '../../src/deck/clips/clip.ts';
import type { DeckDocument } from '../../src/deck/clips/clip-list.ts';
import { openClipStore } from '../../src/library/clip-store.ts';
import type { ProbeQueue } from '../../src/library/probe/examinations.ts';
import { createUploadStaging } from '../../src/library/upload-staging.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { type MediaName, media } from '../media/media.ts';

export const PROBED: ProbedMedia = {
  moving: true,
  durationSeconds: 10,
  info: {
    container: 'mp4',
    videoCodec: 'h264',
    width: 192,
    height: 108,
    interlaced: false,
    frameRate: { numerator: 25, denominator: 1 },
    frames: 250,
  },
};

/** A clips folder and a state folder, and the library over them; `open` is a start of the daemon. */
export const createLibrary = async (parts: { readonly examinations?: ProbeQueue } = {}) => {
  const root = await temporaryFolder();
  const clipsDir = join(root, 'clips');
  const stateDir = join(root, 'var');
  await mkdir(clipsDir);
  const log = createRecordingLog();
  const splashPath = join(clipsDir, 'splash.png');
  const staging = createUploadStaging({ clipsDir });
  const open = () =>
    openClipStore({
      clipsDir,
      stateDir,
      splashPath,
      systemPictures: [splashPath, join(clipsDir, 'black.png')],
      log,
      ...parts,
    });
  const put = (name: MediaName, as: string = name) => copyFile(media(name), join(clipsDir, as));
  return {
    clipsDir,
    stateDir,
    statePath: join(stateDir, 'clips.json'),
    splashPath,
    log,
    staging,
    open,
    /** Copies a test clip into the clips folder by hand. */
    put,
    /** Opens, and waits for what lies in the folder to be taken in. */
    start: async () => {
      const store = await open();
      await store.reconcile({ onFound: () => undefined, signal: new AbortController().signal });
      return store;
    },
    /** A finished upload that has not been taken in yet. */
    upload: async (name: MediaName = 'short-25.mp4', fileName: string = name) => {
      const temporaryPath = staging.temporaryPath();
      await copyFile(media(name), temporaryPath);
      return { temporaryPath, fileName, probed: PROBED };
    },
    /** Every name in the clips folder, hidden ones too. */
    files: async () => (await readdir(clipsDir)).sort(),
    onDisk: async (): Promise<unknown> => JSON.parse(await readFile(join(stateDir, 'clips.json'), 'utf8')),
  };
};

export const filesOf = (document: DeckDocument): readonly string[] => document.clips.slice(1).map(({ file }) => file);
