// A measurement that is given up at any step, or whose mpv ends, leaves no error behind: one that nobody handles ends the daemon.
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SOFTWARE } from '../../../src/mpv/decoding/decoding-way.ts';
import { createDecodingMeter } from '../../../src/mpv/measuring/decoding-meter.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { media } from '../../media/media.ts';

/** Between the real mpv and its client: at one command it makes a file, and from then on it passes nothing on, or ends. */
const PROXY = `#!/usr/bin/env node
const { spawn } = require('node:child_process');
const { writeFileSync } = require('node:fs');
const { Socket } = require('node:net');
const client = new Socket({ fd: 3 });
const mpv = spawn('mpv', process.argv.slice(2), { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
process.once('exit', () => mpv.kill('SIGKILL'));
let met = 0;
let isHeld = false;
client.on('data', (data) => {
  for (const line of data.toString().split('\\n').filter(Boolean)) {
    if (line.includes(process.env.HELD_COMMAND)) met += 1;
    if (met > Number(process.env.HELD_AFTER ?? 0) && !isHeld) {
      isHeld = true;
      writeFileSync(process.env.HELD_FILE, '');
      if (process.env.HELD_ENDS === 'yes') process.exit(1);
    }
    if (!isHeld) mpv.stdio[3].write(line + '\\n');
  }
});
client.on('close', () => process.exit());
mpv.stdio[3].on('data', (data) => client.write(data));
`;

const STEPS = [
  { command: 'time-pos', after: 0 },
  { command: 'eof-reached', after: 0 },
  { command: 'loadfile', after: 0 },
  { command: 'hwdec-current', after: 0 },
  { command: '"seek"', after: 0 },
  { command: '"seek"', after: 1 },
  { command: '"seek"', after: 2 },
  { command: '"pause"', after: 0 },
  { command: '"pause"', after: 1 },
] as const;

const unhandled: unknown[] = [];
const note = (error: unknown): void => {
  unhandled.push(error);
};

beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', note);
});
afterEach(() => {
  process.off('unhandledRejection', note);
  vi.unstubAllEnvs();
});

const GIVEN_UP = new Error('a clip plays');

test.for(
  STEPS.flatMap((step) => [
    { ...step, ends: false },
    { ...step, ends: true },
  ]),
)('at $command, after $after of them, its mpv ending: $ends', async ({ command, after, ends }) => {
  const folder = await temporaryFolder();
  const program = join(folder, 'mpv-proxy.cjs');
  writeFileSync(program, PROXY);
  chmodSync(program, 0o755);
  const held = join(folder, 'held');
  for (const [name, value] of Object.entries({
    ...{ HELD_COMMAND: command, HELD_AFTER: String(after), HELD_FILE: held, HELD_ENDS: ends ? 'yes' : 'no' },
  }))
    vi.stubEnv(name, value);
  const meter = createDecodingMeter({
    ...{ program, extraArguments: [], priority: 'normal', wayOf: () => SOFTWARE },
    screen: async () => ({ output: 'x11', width: 640, height: 360, rotationDegrees: 0 }),
  });
  const giving = new AbortController();
  const picture = { kind: 'video', path: media('numbered-25.mp4') } as const;
  const run = meter.run(picture, 4, giving.signal, async (file) => {
    await file.jump(2);
    await file.decode({ fromSeconds: 1, toSeconds: 2 });
  });
  const outcome = run.then(
    () => 'measured',
    (error: unknown) => error,
  );
  await expect.poll(() => existsSync(held)).toBe(true);
  if (!ends) giving.abort(GIVEN_UP);
  expect(await outcome).toEqual(ends ? expect.objectContaining({ code: 'unplayable' }) : GIVEN_UP);
  // What nobody handles is told after the microtasks of the turn in which mpv's end is known.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(unhandled).toEqual([]);
});
