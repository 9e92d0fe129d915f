import { expect, onTestFinished, test } from 'vitest';
import { Thumbnails } from '../../src/library/thumbnails/thumbnails.ts';
import { videoClip } from '../fakes/memory-clip-store.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { media } from '../media/media.ts';

test('a filmstrip is made when it is asked for, and a frame that is asked for meanwhile does not wait for it', async () => {
  const folder = await temporaryFolder();
  const thumbnails = new Thumbnails({
    folder,
    pathOf: () => media('short-25.mp4'),
    log: createRecordingLog(),
    priorities: { background: 'normal', requested: 'normal' },
    frameWaitSeconds: 120,
  });
  await thumbnails.start();
  onTestFinished(() => thumbnails.dispose());
  const clip = videoClip('a', { durationSeconds: 1, outSeconds: 1 });
  thumbnails.follow([clip]);
  expect(thumbnails.pathOf(clip, 'filmstrip')).toBe(undefined);
  await thumbnails.frame(clip, 0.5, '');
  expect(thumbnails.of(clip).filmstrip).toBe(undefined);
  const { thumbnail } = thumbnails.of(clip);
  expect([undefined, '200-2']).toContain(thumbnail);
  while (Object.keys(thumbnails.of(clip)).length < 3) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(thumbnails.of(clip)).toEqual({ thumbnail: '200-2', filmstrip: '2', filmstripFrames: 16 });
});
