// What the log says of a conversion that failed: which clip, and why, once.
import { expect, onTestFinished, test, vi } from 'vitest';
import { Conversions } from '../../../src/library/convert/conversions.ts';
import { EVERY_BOARD } from '../../../src/library/convert/target.ts';
import { writeScript } from '../../fixtures/script.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { type MediaName, media } from '../../media/media.ts';
import { createLibrary } from '../library-under-test.ts';

/** @returns what the log has of the conversion, and what the clip says */
const convert = async (name: MediaName) => {
  const library = await createLibrary();
  await library.put(name);
  const store = await library.start();
  const deps = { store, clipsDir: library.clipsDir, log: library.log, onReplaced: () => undefined };
  const conversions = new Conversions({
    ...{ ...deps, priority: 'normal', target: () => EVERY_BOARD, isBusy: () => false, mayReplace: () => true },
  });
  onTestFinished(() => conversions.dispose());
  const id = store.document().clips.find(({ file }) => file === name)?.id ?? '';
  const ended = new Promise<void>((resolve) =>
    conversions.subscribe(() => conversions.of(id)?.state === 'failed' && resolve()),
  );
  await conversions.start(id);
  await ended;
  const logged = library.log.lines.filter(({ level }) => level === 'warning').map(({ text }) => text);
  return { logged, message: conversions.of(id)?.message };
};

test('a file that ffmpeg refuses', async () => {
  const programs = await temporaryFolder();
  media('old.avi');
  await writeScript(programs, 'ffmpeg', 'echo "the stream is odd" >&2; exit 1');
  vi.stubEnv('PATH', `${programs}:${process.env.PATH}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await convert('old.avi')).toEqual({
    logged: ['old.avi was not converted: the stream is odd.'],
    message: 'It was not converted: the stream is odd.',
  });
});

test('a file that is as wanted', async () => {
  const text = 'fast-start.mp4 is coded as this player plays it best. It stays as it is.';
  expect(await convert('fast-start.mp4')).toEqual({ logged: [text], message: text });
});
