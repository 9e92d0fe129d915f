// The record of decoders that failed: it survives a restart, and ends with an update.
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLeftDecoders } from '../../../src/mpv/decoding/step-down-record.ts';
import { createRecordingLog } from '../../fakes/recording-log.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cuedeck-left-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const MACHINE = { kernel: '6.12.1', product: '1.0.0' };
const RUNNING = { mpv: 'mpv 0.40', ffmpeg: '7.1.5' };
const LEFT = { kind: 'h264 High 1080p to 30 fps yuv420p', decoder: 'v4l2m2m-copy', why: 'no picture came from it' };
const open = (machine = MACHINE, log = createRecordingLog()) =>
  openLeftDecoders({ path: join(folder, 'left-decoders.json'), machine, log });

const leaveOne = async (): Promise<void> => {
  const before = await open();
  before.under(RUNNING);
  before.leave(LEFT);
  before.leave(LEFT);
  await before.saved();
};

test('what was left stays so after a restart', async () => {
  await leaveOne();
  const after = await open();
  after.under(RUNNING);
  expect([after.isLeft(LEFT.kind, LEFT.decoder), after.isLeft(LEFT.kind, 'drm')]).toEqual([true, false]);
});

test.each([
  ['kernel', { ...MACHINE, kernel: '6.12.2' }, RUNNING],
  ['product', { ...MACHINE, product: '1.0.1' }, RUNNING],
  ['mpv', MACHINE, { ...RUNNING, mpv: 'mpv 0.41' }],
  ['ffmpeg', MACHINE, { ...RUNNING, ffmpeg: '7.1.6' }],
])('another %s ends it', async (_what, machine, running) => {
  await leaveOne();
  const after = await open(machine);
  after.under(running);
  await after.saved();
  expect(after.isLeft(LEFT.kind, LEFT.decoder)).toBe(false);
  expect(JSON.parse(readFileSync(join(folder, 'left-decoders.json'), 'utf8'))).toEqual([]);
});

test('what is taken back is tried again', async () => {
  await leaveOne();
  const after = await open();
  after.under(RUNNING);
  after.takeBack(LEFT.kind, LEFT.decoder);
  await after.saved();
  expect((await open()).isLeft(LEFT.kind, LEFT.decoder)).toBe(false);
});

test('a damaged record is set aside, and every decoder is tried again', async () => {
  writeFileSync(join(folder, 'left-decoders.json'), '[{"kind": 1}]');
  const log = createRecordingLog();
  expect((await open(MACHINE, log)).isLeft(LEFT.kind, LEFT.decoder)).toBe(false);
  expect(log.lines.map(({ level }) => level)).toEqual(['warning']);
  expect(readdirSync(folder)).toEqual(['left-decoders.json.broken']);
});

test('a record that could not be read at the start is completed once it can be', async () => {
  await leaveOne();
  const path = join(folder, 'left-decoders.json');
  renameSync(path, `${path}.away`);
  // A file that may be whole and cannot be read, also by root.
  symlinkSync(path, path);
  const left = await open();
  left.under(RUNNING);
  left.leave({ ...LEFT, decoder: 'drm' });
  await left.saved();
  rmSync(path);
  renameSync(`${path}.away`, path);
  left.leave({ ...LEFT, decoder: 'vaapi' });
  await left.saved();
  expect(left.isLeft(LEFT.kind, LEFT.decoder)).toBe(true);
  const after = await open();
  expect(['drm', 'vaapi', LEFT.decoder].filter((decoder) => !after.isLeft(LEFT.kind, decoder))).toEqual([]);
});
