// The page's maker of pictures over a folder of made films, for a whole file of tests.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Thumbnails } from '../../src/library/thumbnails/thumbnails.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';

export interface PagePictures {
  /** Films lie here. */
  readonly folder: string;
  readonly pictures: Thumbnails;
  dispose(): Promise<void>;
}

export const startPagePictures = async (): Promise<PagePictures> => {
  const folder = mkdtempSync(join(tmpdir(), 'cuedeck-page-pictures-'));
  mkdirSync(join(folder, 'pictures'));
  const pictures = new Thumbnails({
    folder: join(folder, 'pictures'),
    pathOf: ({ file }) => join(folder, file),
    log: createRecordingLog(),
    priorities: { background: 'idle', requested: 'normal' },
    frameWaitSeconds: 120,
  });
  await pictures.start();
  return {
    ...{ folder, pictures },
    dispose: async () => {
      await pictures.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
