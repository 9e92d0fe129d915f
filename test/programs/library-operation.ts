// Operations on libraries, done on command: what to do, the folder of the library, and for an upload where to put what.
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../src/base/errors.ts';
import { clipAt } from '../../src/deck/clips/clip-list.ts';
import { openClipStore } from '../../src/library/clip-store.ts';
import { createUploadStaging } from '../../src/library/upload-staging.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';
import { onCommand } from './on-command.ts';

const MEDIA = { container: 'mp4', videoCodec: 'h264', width: 192, height: 108, interlaced: false };

const toWords = (error: unknown): string =>
  error instanceof AppError ? `${error.code}: ${error.message}` : `unforeseen: ${error}`;

void onCommand(async ([operation = '', root = '', upload = '', content = '']) => {
  const log = createRecordingLog();
  const clipsDir = join(root, 'clips');
  const staging = createUploadStaging({ clipsDir });
  const store = await openClipStore({
    clipsDir,
    stateDir: join(root, 'var'),
    splashPath: '/splash.png',
    systemPictures: [],
    log,
  });
  const setLast = (lastClipId: string) =>
    store.update(({ clips, settings }) => ({ clips, settings: { ...settings, lastClipId } }));
  const work: Readonly<Record<string, () => Promise<unknown>>> = {
    update: () => setLast('new'),
    // As the upload route does it.
    upload: async () => {
      try {
        const probed = await staging.probe(upload);
        await store.add({ temporaryPath: upload, fileName: 'c.png', probed });
      } catch (error) {
        await staging.discard(upload).catch((second) => log.error(`discard: ${second}`));
        throw error;
      }
    },
    swap: () =>
      store.replaceFile({
        ...{ id: 'id-of-a.png', from: 'a.png', temporaryPath: upload, fileName: 'a.mp4' },
        probed: { moving: true, durationSeconds: 10, info: { ...MEDIA } },
      }),
    remove: () => store.remove((clips) => clipAt(clips, 1)),
    'many saves': async () => {
      for (let number = 1; number <= Number(upload); number += 1) {
        await setLast(`save ${number}`);
        console.log(`saved ${number}`);
      }
    },
  };
  // The start sweeps uploads away, so this one comes after it.
  if (content !== '') await copyFile(content, upload);
  return async () => {
    const outcome = (await work[operation]?.().then(() => 'done', toWords)) ?? `unknown: ${operation}`;
    return { outcome, document: store.document(), troubles: log.lines.map(({ text }) => text) };
  };
});
