// The least that an image must do, in two starts of a PC: for where the whole takes too long (scripts/test-image quick).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { media } from '../media/media.ts';
import { cutAndCheck } from './cuts.ts';
import { canBootImage } from './needs.ts';
import { createPc, type Pc } from './pc.ts';

const CHANGES_MS = 2000;

describe.runIf(canBootImage('the image in short', 'amd64'))('a PC with the image', () => {
  let pc: Pc;

  beforeAll(async () => {
    pc = createPc();
    pc.card.edit({ hostname: 'Stage', 'ssh-key': pc.key });
  }, 3_600_000);
  afterAll(() => pc?.dispose(), 120_000);

  test('comes up from a new card with the splash, no failed unit and the name from cuedeck.txt', async () => {
    expect(await pc.bootWhole()).toEqual(['running', '']);
    await pc.showsSplash(180);
    expect(await pc.guest.client.status()).toMatchObject({ CLIP_ID: 0, PLAYERNAME: 'stage' });
    expect(await pc.guest.run('hostname; findmnt -n -o OPTIONS / | cut -d, -f1')).toBe('stage\nro');
  });

  test('has the right frames of a clip on the screen', async () => {
    const { client } = pc.guest;
    expect((await client.upload(media('numbered-25-sound.mp4'), 'frames.mp4')).status).toBe(200);
    await client.get('/select_clip', { id: 1 });
    await pc.showsFrame(0);
    for (const frame of [1, 100, 249]) {
      await client.get('/goto_secs', { secs: frame / 25 });
      await pc.showsFrame(frame);
    }
  });

  test('its power cut in the middle of changes, comes back with a good list and no half clip', async () => {
    await cutAndCheck(pc, 0, CHANGES_MS, new Set(['frames.mp4']));
    expect((await pc.guest.client.status()).PLAYERNAME).toBe('stage');
  });
});
