// `cuedeck update` on a box whose root is read-only: opened for as long as packages change, and no longer.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildOffer } from '../appliance/packages.ts';
import { media } from '../media/media.ts';
import { canBootImage } from './needs.ts';
import { createPc, type Pc } from './pc.ts';

const UPDATE_SECONDS = 1200;

describe.runIf(canBootImage('updates of the image', 'amd64'))('an update of a box from a card', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cuedeck-offers-'));
  let pc: Pc;
  let first: string;

  beforeAll(async () => {
    pc = createPc();
    pc.card.edit({ 'ssh-key': pc.key });
    expect(await pc.bootWhole()).toEqual(['running', '']);
    expect((await pc.guest.client.upload(media('short-25.mp4'), 'first.mp4')).status).toBe(200);
    first = await version();
  }, 3_600_000);
  afterAll(async () => {
    await pc?.dispose();
    rmSync(folder, { recursive: true, force: true });
  }, 120_000);

  const version = (): Promise<string> => pc.guest.run('dpkg-query -W cuedeck | cut -f 2');
  const mounts = (): Promise<string> =>
    pc.guest.run(
      'for at in / /boot/firmware; do findmnt -n -o OPTIONS $at | cut -d, -f1; done; touch /usr/x 2>&1 || true',
    );
  const closed = expect.stringMatching(/^ro\nro\ntouch: .*Read-only file system$/);
  /** Whose player begins with this code: taken to the box and installed there as docs/image.md says. */
  const update = async (offered: string, code: string, ...more: readonly string[]) => {
    const file = await buildOffer(folder, offered, code);
    await pc.guest.copy(file, '/tmp/');
    return pc.guest.attempt(`cuedeck update /tmp/${basename(file)} ${more.join(' ')}`, UPDATE_SECONDS);
  };
  const state = async () => {
    const { CLIPS } = await pc.guest.client.status();
    const failed = await pc.guest.run('systemctl list-units --failed --plain --no-legend; dpkg --audit');
    return { version: await version(), clips: CLIPS.map(({ ClipName }) => ClipName), failed, mounts: await mounts() };
  };
  const clips = ['splashscreen', 'first.mp4'];

  test('to a version that ends a moment after it came up is taken back, and the system is closed again', async () => {
    const { code, text } = await update('8.0.0', 'setTimeout(() => process.exit(1), 30_000);');
    expect([code, text]).toEqual([
      1,
      // What it fails of is a matter of how slow the machine is; that it is taken back is not.
      expect.stringMatching(new RegExp(`cuedeck 8\\.0\\.0 failed: .*\\. cuedeck ${first} is back and runs\\.$`)),
    ]);
    expect(await state()).toEqual({ version: first, clips, failed: '', mounts: closed });
  });

  test('to a good version stays, also when the power is cut right after it', async () => {
    const { code, text } = await update('9.0.0', '', '--watch 6');
    expect([code, text]).toEqual([
      0,
      expect.stringContaining(`cuedeck 9.0.0 runs, and ran well for 6 s. Before it was ${first}.`),
    ]);
    expect(await mounts()).toEqual(closed);
    await pc.guest.cutPower();
    expect(await pc.bootWhole()).toEqual(['running', '']);
    expect(await state()).toEqual({ version: '9.0.0', clips, failed: '', mounts: closed });
    await pc.showsSplash(180);
  });
});
