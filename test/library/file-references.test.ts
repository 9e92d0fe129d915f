import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { probeMedia } from '../../src/library/probe/probe.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { media } from '../media/media.ts';

/** A broadcast, which ffprobe finds behind and before anything. */
const broadcast = (): Promise<Buffer> => readFile(media('broadcast.ts'));

/** The end of a ZIP archive without a file. */
const ZIP_END = Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`, 'latin1');

test.each([
  [
    'a CUE sheet',
    'REM a clip\nFILE "/etc/passwd" BINARY\n  TRACK 01 AUDIO\n    INDEX 01 00:00:00\n',
    'a playlist, not a video or picture',
  ],
  ['a CUE sheet behind blank lines', '\ufeff\n\n  PERFORMER "x"\n', 'a playlist, not a video or picture'],
  ['a ZIP archive', 'PK\x03\x04', 'an archive; unpack it first'],
  ['a RAR archive', 'Rar!\x1a\x07\x01\0', 'an archive; unpack it first'],
  ['a 7z archive', '7z\xbc\xaf\x27\x1c', 'an archive; unpack it first'],
] as const)('a broadcast that begins as %s is refused', async (_what, begin, kind) => {
  const path = join(await temporaryFolder(), 'clip.ts');
  const head = Buffer.from(begin, begin.startsWith('\ufeff') ? 'utf8' : 'latin1');
  await writeFile(path, Buffer.concat([head, await broadcast()]));
  await expect(probeMedia(path)).rejects.toMatchObject({
    code: 'unsupported-media',
    message: `The file is refused: it is ${kind}.`,
  });
});

test('a clip that ends as an archive is refused: mpv would open that', async () => {
  const path = join(await temporaryFolder(), 'clip.mp4');
  await writeFile(path, Buffer.concat([await readFile(media('numbered-25.mp4')), ZIP_END]));
  await expect(probeMedia(path)).rejects.toMatchObject({
    message: 'The file is refused: it is an archive; unpack it first.',
  });
});
