// The file that an owner downloads: its size, how long it takes to make, and docs/image.md's way from it to the first clip.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { media } from '../media/media.ts';
import { launchBrowser, openPage } from '../page/page-under-test.ts';
import { type Board, buildImage, createCard } from './card.ts';
import { canBootImage } from './needs.ts';
import { createPc } from './pc.ts';

const MAX_MB = 700;
const MAX_SECONDS = 180;
const CARD_GIB = 4;
const SLOW_PAGE_MS = 300_000;

/** The document's own command, with a file in place of the card's device. */
const flash = (download: string, card: string): void => {
  const [, command] =
    /`(zstd -dc \S+ \| sudo dd of=\/dev\/sdX [^`]+)`/.exec(readFileSync('docs/image.md', 'utf8')) ?? [];
  if (command === undefined) throw new Error('docs/image.md does not say how to write the card');
  const here = command
    .replace(/cuedeck_\S+\.img\.zst/, download)
    .replace('sudo ', '')
    .replace('/dev/sdX', card);
  execFileSync('sh', ['-c', here], { stdio: ['ignore', 'ignore', 'pipe'] });
};

describe.each<Board>(['amd64', 'pi'])('the image %s', (board) => {
  describe.runIf(canBootImage(`the download of ${board}`, board))('as a download', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cuedeck-download-'));
    const file = join(folder, `cuedeck_${board}.img.zst`);
    const flashed = join(folder, 'flashed.img');

    // Its root file system is in the cache from then on.
    beforeAll(() => {
      buildImage(board);
    }, 7_200_000);
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    test(`has no more than ${MAX_MB} MB and is made in ${MAX_SECONDS} s`, () => {
      const startedAt = performance.now();
      execFileSync('scripts/image', [board, file], {
        env: { ...process.env, BUNDLED: '1', RAW: '' },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const seconds = (performance.now() - startedAt) / 1000;
      const megabytes = statSync(file).size / 1_000_000;
      console.log(`image ${board}: ${megabytes.toFixed(0)} MB, made in ${seconds.toFixed(0)} s`);
      expect(megabytes).toBeLessThanOrEqual(MAX_MB);
      expect(seconds).toBeLessThanOrEqual(MAX_SECONDS);
    });

    test('is written by the command of docs/image.md, and has a cuedeck.txt for any editor', () => {
      flash(file, flashed);
      const text = createCard(flashed, join(folder, 'looked-at'), CARD_GIB).read('cuedeck.txt').toString();
      expect(text).toMatch(/^hostname=cuedeck\r$/m);
      expect(
        text
          .split('\n')
          .slice(0, -1)
          .filter((line) => !line.endsWith('\r')),
      ).toEqual([]);
    });

    test.runIf(board === 'amd64')('leads to the first clip as docs/image.md says, line by line', async () => {
      const pc = createPc(flashed);
      onTestFinished(() => pc.dispose());
      pc.card.edit({ hostname: 'stage' });
      await pc.boot();
      await pc.showsSplash(300);
      const { port } = new URL(pc.guest.url);
      const browser = await launchBrowser(`--host-resolver-rules=MAP stage.local:80 127.0.0.1:${port}`);
      onTestFinished(() => browser.close());
      const page = await openPage(browser, 'http://stage.local');
      page.setDefaultTimeout(SLOW_PAGE_MS);
      await page.getByText('There are no clips yet.').waitFor();
      const clip = readFileSync(media('numbered-25-sound.mp4')).toString('base64');
      await page.evaluate(`
        const data = Uint8Array.from(atob('${clip}'), (letter) => letter.charCodeAt(0));
        const transfer = new DataTransfer();
        transfer.items.add(new File([data], 'first.mp4', { type: 'video/mp4' }));
        for (const kind of ['dragover', 'drop'])
          window.dispatchEvent(new DragEvent(kind, { dataTransfer: transfer, bubbles: true, cancelable: true }));
      `);
      const tile = page.locator('.tile').filter({ hasText: 'first.mp4' });
      await tile.click();
      await pc.showsFrame(0);
      await tile.click();
      await pc.guest.client.when(({ PLAY, TIMECODE }) => PLAY && TIMECODE > 1, 300);
    });
  });
});
