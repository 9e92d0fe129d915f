// The image for the Pi on the two boards that QEMU can be: a bare arm64 machine, and a Pi 3 with its card in the slot.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { media } from '../media/media.ts';
import { buildImage, type Card, createCard } from './card.ts';
import { createKey, type Guest, startGuest } from './guest.ts';
import { canBootImage } from './needs.ts';

/** A power of two, as QEMU's card slot wants it. */
const CARD_GIB = 4;
const BOOT_SECONDS = 900;

/** What the firmware of a board would take from the boot partition, which QEMU does not read. */
const takeKernel = (card: Card, folder: string): readonly string[] => {
  const config = card.read('config.txt').toString();
  const nameIn = (pattern: RegExp): string => pattern.exec(config)?.[1] ?? '';
  const paths = { kernel: join(folder, 'kernel'), initrd: join(folder, 'initrd'), dtb: join(folder, 'dtb') };
  writeFileSync(paths.kernel, card.read(nameIn(/^kernel=(\S+)$/m)));
  writeFileSync(paths.initrd, card.read(nameIn(/^initramfs (\S+)$/m)));
  writeFileSync(paths.dtb, card.read('bcm2837-rpi-3-b.dtb'));
  return ['-kernel', paths.kernel, '-initrd', paths.initrd];
};

describe.runIf(canBootImage('the image for the Pi', 'pi'))('the image for the Pi', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cuedeck-image-'));
  let card: Card;
  let guest: Guest | undefined;

  beforeAll(() => {
    card = createCard(buildImage('pi'), folder, CARD_GIB);
    card.edit({ hostname: 'pi', 'ssh-key': createKey(folder) });
  }, 3_600_000);
  afterAll(async () => {
    await guest?.cutPower();
    rmSync(folder, { recursive: true, force: true });
  }, 120_000);

  /** Boots to the page, and looks at what came up. */
  const boot = async (machine: readonly string[], network: string, serial: string): Promise<Guest> => {
    const [program = '', ...more] = machine;
    const options = `${card.read('cmdline.txt').toString().trim()} ${serial}`;
    guest = await startGuest({
      folder,
      machine: [program, ...takeKernel(card, folder), ...more, '-append', options],
      network,
    });
    console.log(`power-on to the first answer: ${(await guest.whenServing(BOOT_SECONDS)).toFixed(0)} s`);
    expect(
      await guest.run('systemctl is-system-running --wait; systemctl list-units --failed --plain --no-legend', 600),
    ).toBe('running');
    expect(await guest.run('hostname; systemctl is-active cuedeck-player; dpkg --print-architecture')).toBe(
      'pi\nactive\narm64',
    );
    return guest;
  };

  test('has what the firmware of each board looks for', () => {
    for (const name of [
      ...['bootcode.bin', 'start.elf', 'fixup.dat', 'start4.elf', 'fixup4.dat', 'config.txt', 'cmdline.txt'],
      ...['bcm2837-rpi-3-b.dtb', 'bcm2837-rpi-3-b-plus.dtb', 'bcm2837-rpi-zero-2-w.dtb'],
      ...['bcm2711-rpi-4-b.dtb', 'bcm2711-rpi-400.dtb', 'bcm2711-rpi-cm4-io.dtb', 'bcm2712-rpi-5-b.dtb'],
    ])
      expect([name, card.read(name).length > 0]).toEqual([name, true]);
    expect(card.read('cmdline.txt').toString()).toMatch(/root=LABEL=cuedeck .* ro /);
    expect(card.read('config.txt').toString()).toMatch(/^arm_64bit=1$/m);
  });

  test('starts on a bare arm64 machine, serves, and takes a clip', async () => {
    const pc = await boot(
      [
        ...['qemu-system-aarch64', '-M', 'virt', '-cpu', 'cortex-a72', '-smp', '2', '-m', '1024', '-nodefaults'],
        ...[
          '-drive',
          `if=none,id=card,format=raw,cache=writeback,file=${card.path}`,
          '-device',
          'virtio-blk-pci,drive=card',
        ],
        ...['-device', 'virtio-rng-pci', '-device', 'virtio-gpu-pci'],
      ],
      'virtio-net-pci,netdev=lan',
      'console=ttyAMA0',
    );
    expect((await pc.client.upload(media('short-25.mp4'), 'first.mp4')).status).toBe(200);
    await pc.powerOff();
    guest = undefined;
  });

  test('starts on a Pi 3 from its card slot, with the clip that was put on the card', async () => {
    const pi = await boot(
      [
        ...['qemu-system-aarch64', '-M', 'raspi3b', '-dtb', join(folder, 'dtb')],
        ...['-drive', `if=sd,format=raw,cache=writeback,file=${card.path}`],
      ],
      'usb-net,netdev=lan',
      'console=ttyAMA1,115200',
    );
    expect(await pi.run('tr -d "\\0" < /proc/device-tree/model')).toMatch(/^Raspberry Pi 3 Model B/);
    expect((await pi.client.status()).CLIPS.map(({ ClipName }) => ClipName)).toEqual(['splashscreen', 'first.mp4']);
    await pi.powerOff();
    guest = undefined;
  });
});
