// The file that an owner downloads: how large it is, how long it takes to make, and that it unpacks to a card.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Board, buildImage, createCard } from './card.ts';
import { canBootImage } from './needs.ts';

const MOST_MB = 700;
const MOST_SECONDS = 180;
const CARD_GIB = 4;

describe.each<Board>(['amd64', 'pi'])('the image %s', (board) => {
  describe.runIf(canBootImage(`the download of ${board}`, board))('as a download', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cuedeck-download-'));
    const file = join(folder, `cuedeck_${board}.img.zst`);

    // Its root file system is in the cache from then on.
    beforeAll(() => {
      buildImage(board);
    }, 7_200_000);
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    test(`has no more than ${MOST_MB} MB and is made in ${MOST_SECONDS} s`, () => {
      const startedAt = performance.now();
      execFileSync('scripts/image', [board, file], {
        env: { ...process.env, BUNDLED: '1', RAW: '' },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const seconds = (performance.now() - startedAt) / 1000;
      const megabytes = statSync(file).size / 1_000_000;
      console.log(`image ${board}: ${megabytes.toFixed(0)} MB, made in ${seconds.toFixed(0)} s`);
      expect(megabytes).toBeLessThanOrEqual(MOST_MB);
      expect(seconds).toBeLessThanOrEqual(MOST_SECONDS);
    });

    test('unpacks to a card that has a cuedeck.txt for any editor', () => {
      const raw = join(folder, 'card');
      execFileSync('zstd', ['-q', '-d', '--sparse', file, '-o', raw]);
      const text = createCard(raw, join(folder, 'flashed'), CARD_GIB).read('cuedeck.txt').toString();
      expect(text).toMatch(/^hostname=cuedeck\r$/m);
      expect(
        text
          .split('\n')
          .slice(0, -1)
          .filter((line) => !line.endsWith('\r')),
      ).toEqual([]);
    });
  });
});
