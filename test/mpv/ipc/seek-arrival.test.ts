// A seek or a load is answered when its own picture stands: not by the picture of an earlier seek, and not while mpv still searches one.
import { Duplex } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { FULL_SOUND } from '../../../src/deck/clips/clip.ts';
import { FULL_LEVELS } from '../../../src/deck/master/levels.ts';
import type { Step } from '../../../src/deck/ports.ts';
import { IpcSession } from '../../../src/mpv/ipc/ipc-session.ts';
import { createSoftwareStepDown } from '../../fixtures/software-step-down.ts';

/** mpv's end of the connection: it answers all but a seek, and tells nothing but what the test sends. */
const startMpv = () => {
  const properties: Record<string, unknown> = { pause: true, 'eof-reached': false, speed: 1, 'video-params/w': 192 };
  let seek: number | undefined;
  const stream = new Duplex({
    read: () => undefined,
    write: (chunk, _encoding, done) => {
      for (const line of String(chunk).trim().split('\n')) {
        const { command, request_id } = JSON.parse(line);
        const [verb, name] = Array.isArray(command) ? command : [command.name];
        if (verb === 'seek') seek = request_id;
        else if (verb === 'loadfile') send({ request_id, error: 'success', data: { playlist_entry_id: 1 } });
        else send({ request_id, error: 'success', data: verb === 'get_property' ? properties[name] : null });
      }
      done();
    },
  });
  const send = (...messages: readonly object[]): void =>
    void stream.push(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  return { stream, properties, send, seekReply: () => ({ request_id: seek, error: 'success', data: null }) };
};

const cue = {
  picture: { kind: 'video', path: '/clips/a.mp4' },
  section: { inSeconds: 0, outSeconds: 8, loop: false, toEnd: true },
  sound: FULL_SOUND,
} as const;

const SEEK = { event: 'seek' } as const;
const RESTART = { event: 'playback-restart' } as const;
const LOADED = [{ event: 'start-file', playlist_entry_id: 1 }, { event: 'file-loaded' }, SEEK, RESTART] as const;

let session: IpcSession | undefined;
afterEach(() => session?.close());

/** Gives a step to the player. */
const begin = async (step: Step) => {
  const mpv = startMpv();
  const opened = new IpcSession({
    levels: () => FULL_LEVELS,
    stream: mpv.stream,
    stepDown: createSoftwareStepDown(),
    shows: { ...(step.do === 'seek' && { cue }) },
    onChange: () => undefined,
    onBad: () => undefined,
  });
  session = opened;
  let isAnswered = false;
  const done = opened.perform(step).then(() => {
    isAnswered = true;
  });
  done.catch(() => undefined);
  /** Lets all be read that is sent. */
  const read = async (): Promise<boolean> => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    return isAnswered;
  };
  await read();
  return { mpv, read, done, observed: () => opened.observed() };
};

const seekTo = (toSeconds: number): Step => ({ do: 'seek', toSeconds, why: 'test' });

test.each(['in one read', 'each in a read'])(
  'a picture of an earlier seek does not answer the next: %s',
  async (how) => {
    const { mpv, read, done } = await begin(seekTo(4));
    // mpv tells the place as soon as it has begun to seek.
    mpv.properties['time-pos'] = 4;
    const earlier = [SEEK, RESTART, mpv.seekReply(), RESTART];
    for (const messages of how === 'in one read' ? [earlier] : earlier.map((message) => [message])) {
      mpv.send(...messages);
      await read();
    }
    expect(await read()).toBe(false);
    mpv.send(SEEK);
    expect(await read()).toBe(false);
    mpv.send(RESTART);
    await done;
  },
);

test.each<[string, Step, (mpv: ReturnType<typeof startMpv>) => readonly object[]]>([
  ['seek', seekTo(7.99), (mpv) => [mpv.seekReply(), SEEK, RESTART]],
  ['load', { do: 'load', cue, atSeconds: 7.99, playing: false, speed: 1, why: 'test' }, () => LOADED],
])('past the last frame a %s is answered when mpv has found that frame', async (_what, step, arrival) => {
  const { mpv, read, done, observed } = await begin(step);
  Object.assign(mpv.properties, { 'time-pos': 8, 'eof-reached': true, seeking: true });
  mpv.send(...arrival(mpv), SEEK);
  expect(await read()).toBe(false);
  Object.assign(mpv.properties, { 'time-pos': 7.96, seeking: false });
  mpv.send(RESTART);
  await done;
  expect(observed()).toMatchObject({ positionSeconds: 7.96, ended: true });
});
