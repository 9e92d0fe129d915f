// What is read of a machine, and how it is kept.
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toDecoders, toFormats, toModes, toVaapi } from '../../../src/mpv/decoding/machine/abilities.ts';
import { askProgram } from '../../../src/mpv/decoding/machine/bounded-program.ts';
import { NO_ABILITIES } from '../../../src/mpv/decoding/machine/facts.ts';
import { keepMachineFacts } from '../../../src/mpv/decoding/machine/machine-facts.ts';
import { toScalingOptions } from '../../../src/mpv/decoding/table/scaling-options.ts';
import { createRecordingLog } from '../../fakes/recording-log.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { readMachine, replay, rootOf } from './recorded-machines.ts';

const PI_4 = 'pi4-raspberry-pi-os';

test('a Pi 4 shows its board, its devices with drivers and formats, and what mpv can do', async () => {
  const { hardware, abilities } = await readMachine(PI_4);
  expect(hardware).toMatchObject({
    model: 'Raspberry Pi 4 Model B Rev 1.4',
    compatible: ['raspberrypi,4-model-b', 'brcm,bcm2711'],
    cards: ['v3d', 'vc4-drm'],
    renderers: [{ node: 'renderD128', driver: 'v3d' }],
    contiguousBytes: 512 * 1024 * 1024,
  });
  expect(abilities.devices.find(({ node }) => node === 'video10')).toEqual({
    node: 'video10',
    driver: 'bcm2835-codec',
    name: 'bcm2835-codec-decode',
    formats: ['H264', 'MJPG', 'MPG4', 'H263'],
  });
  expect(abilities.mpv.version).toBe('0.40.0');
  expect(abilities.mpv.decoders.drm).toEqual(['hevc']);
  expect(abilities.mpv.decoders.v4l2m2m).toContain('h264');
  expect(abilities.mpv.outputs).toContain('dmabuf-wayland');
});

test('a machine that shows nothing has no facts, and no error', async () => {
  const root = await temporaryFolder();
  const facts = keepMachineFacts({
    ...{ root, mpv: 'mpv', path: join(root, 'decoders.json'), log: createRecordingLog() },
    ask: async () => undefined,
  });
  await facts.refresh(true);
  expect(facts.current()).toEqual({
    hardware: { model: '', compatible: [], kernel: '', cards: [], renderers: [], devices: [], screens: [] },
    abilities: { ...NO_ABILITIES, modes: [] },
  });
});

test('the facts of the last start count at once, as long as board and devices are the same', async () => {
  const path = join(await temporaryFolder(), 'decoders.json');
  const keep = (machine: string) =>
    keepMachineFacts({ root: rootOf(machine), mpv: 'mpv', path, ask: replay(machine), log: createRecordingLog() });
  const first = keep(PI_4);
  expect(first.current().abilities).toEqual(NO_ABILITIES);
  await first.refresh(true);
  expect(first.current()).toEqual(await readMachine(PI_4));
  expect(keep(PI_4).current()).toEqual(await readMachine(PI_4));
  expect(keep('pi5-raspberry-pi-os').current().abilities).toEqual(NO_ABILITIES);
  // After an update of the kernel the first clip is still decoded as before.
  await writeFile(path, (await readFile(path, 'utf8')).replace('6.12.47+rpt', '6.12.25+rpt'));
  expect(keep(PI_4).current().abilities).toEqual((await readMachine(PI_4)).abilities);
  await writeFile(path, (await readFile(path, 'utf8')).slice(0, 100));
  expect(keep(PI_4).current().abilities).toEqual(NO_ABILITIES);
});

test('a pipe in the place of what was kept does not hold up the start', async () => {
  const path = join(await temporaryFolder(), 'decoders.json');
  execFileSync('mkfifo', [path]);
  const ask = async () => undefined;
  const facts = keepMachineFacts({ root: rootOf(PI_4), mpv: 'mpv', path, ask, log: createRecordingLog() });
  expect(facts.current().abilities).toEqual(NO_ABILITIES);
});

test('programs are asked again only when the hardware is another, unless told so', async () => {
  const path = join(await temporaryFolder(), 'decoders.json');
  let asked = 0;
  const ask = (...given: Parameters<ReturnType<typeof replay>>) => {
    asked += 1;
    return replay(PI_4)(...given);
  };
  const facts = keepMachineFacts({ root: rootOf(PI_4), mpv: 'mpv', path, ask, log: createRecordingLog() });
  await facts.refresh(true);
  const before = asked;
  await facts.refresh(false);
  expect(asked).toBe(before);
  await facts.refresh(true);
  expect(asked).toBe(2 * before);
});

test('an older form of v4l2-ctl, entry points that only encode, and broken answers', () => {
  expect(toFormats("\tIndex       : 0\n\tType        : Video Output\n\tPixel Format: 'H264' (compressed)\n")).toEqual([
    'H264',
  ]);
  expect(toVaapi('VAProfileH264High : VAEntrypointEncSlice\n')).toBeUndefined();
  expect(toDecoders('  vaapi (h264-vaapi)\n  nonsense (x)\n  auto (yes)\n')).toEqual({ vaapi: ['h264'] });
});

test('modes with their rates, of each connector, in the answers of mpv 0.35 and 0.40', () => {
  const modes = ['  Mode 0: 3840x2160 (3840x2160@60.00Hz)', '  Mode 1: 1920x1080 (1920x1080@23.98Hz)'];
  const interlaced = '  Mode 2: 1920x1080i (1920x1080@25.00Hz)';
  expect(toModes(['Available modes for drm-connector=1.HDMI-A-1', ...modes, interlaced, ''].join('\n'))).toEqual([
    'HDMI-A-1 3840x2160@60.00',
    'HDMI-A-1 1920x1080@23.98',
  ]);
  expect(toModes(['Available modes for drm-connector=HDMI-A-2', ...modes].join('\n'))[1]).toBe(
    'HDMI-A-2 1920x1080@23.98',
  );
});

test('a real mpv tells what it can do; a program that is missing, fails or talks on without end tells nothing', async () => {
  expect(toDecoders((await askProgram('mpv', ['--no-config', '--hwdec=help'])) ?? '')['vaapi-copy']).toContain('h264');
  expect(await askProgram('no-such-program', [])).toBeUndefined();
  expect(await askProgram('false', [])).toBeUndefined();
  expect(await askProgram('yes', [])).toBeUndefined();
});

test('mpv takes the options of weak boards', async () => {
  const options = Object.entries(toScalingOptions(['brcm,bcm2711'])).map(([name, value]) => `--${name}=${value}`);
  expect(options.length).toBeGreaterThan(5);
  expect(await askProgram('mpv', ['--no-config', ...options, '--version'])).toMatch(/^mpv /);
  expect(await askProgram('mpv', ['--no-config', '--no-such-option=1', '--version'])).toBeUndefined();
});
