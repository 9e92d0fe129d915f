// A jump of the board test has arrived with its own picture, not with one that mpv still had to show from before.
import { expect, test } from 'vitest';
import { measureJumps } from '../../../src/cli/boardtest/measures.ts';
import type { MpvRun } from '../../../src/cli/boardtest/mpv-run.ts';
import type { TestClip } from '../../../src/cli/boardtest/test-clip.ts';
import type { JsonObject } from '../../../src/mpv/ipc/json-lines.ts';

const clip: TestClip = {
  name: 'a',
  codec: 'h264',
  width: 320,
  height: 180,
  rate: 25,
  bits: 8,
  keyFrameFrames: 50,
  kilobits: 500,
};

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** mpv with the picture of an earlier search still under way at each jump. */
const createLateMpv = (done: string[]): MpvRun => {
  const listeners = new Set<(event: JsonObject) => void>();
  const tell = (event: string): void => {
    for (const listener of listeners) listener({ event });
  };
  const jump = async (): Promise<void> => {
    await turn();
    tell('playback-restart');
    await turn();
    tell('seek');
    await turn();
    done.push('own picture');
    tell('playback-restart');
  };
  return {
    open: async () => undefined,
    get: async () => 0,
    ask: async (command) => {
      const [verb] = Array.isArray(command) ? command : [];
      if (verb === 'seek') void jump();
      if (verb === 'screenshot-to-file') done.push('read');
      return { ok: false, reason: 'no picture' };
    },
    next: (isIt) =>
      new Promise((resolve) => {
        const listener = (event: JsonObject): void => {
          if (!isIt(event)) return;
          listeners.delete(listener);
          resolve(event);
        };
        listeners.add(listener);
      }),
    cpuSeconds: async () => 0,
    end: async () => true,
  };
};

test('a picture of before does not end a jump', async () => {
  const done: string[] = [];
  const { count } = await measureJumps(createLateMpv(done), clip, { ffmpeg: '', folder: '', timeoutSeconds: 1 });
  expect(done).toEqual(Array.from({ length: count }, () => ['own picture', 'read']).flat());
});
