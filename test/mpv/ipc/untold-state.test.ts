// mpv tells of a property only when it differs from what it told last: what changes twice in between is told never.
import { Duplex } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { FULL_SOUND } from '../../../src/deck/clips/clip.ts';
import { FULL_LEVELS } from '../../../src/deck/master/levels.ts';
import { IpcSession } from '../../../src/mpv/ipc/ipc-session.ts';
import { createSoftwareStepDown } from '../../fixtures/software-step-down.ts';

/** mpv's end of the connection: its properties, and no event but those the test sends. */
const startQuietMpv = () => {
  const properties: Record<string, unknown> = {};
  const reads: string[] = [];
  const stream = new Duplex({
    read: () => undefined,
    write: (chunk, _encoding, done) => {
      for (const line of String(chunk).trim().split('\n')) {
        const { command, request_id } = JSON.parse(line);
        const [verb, name, value] = Array.isArray(command) ? command : [command.name];
        if (verb === 'set_property') properties[name] = value;
        if (verb === 'get_property') reads.push(name);
        send({ request_id, error: 'success', data: verb === 'get_property' ? properties[name] : null });
      }
      done();
    },
  });
  const send = (message: object): void => void stream.push(`${JSON.stringify(message)}\n`);
  return { stream, properties, reads, send };
};

const cue = {
  picture: { kind: 'video', path: '/clips/a.mp4' },
  section: { inSeconds: 0, outSeconds: 5, loop: false, toEnd: true },
  sound: FULL_SOUND,
} as const;

const start = () => {
  const mpv = startQuietMpv();
  Object.assign(mpv.properties, { pause: true, 'eof-reached': false, speed: 1, 'time-pos': 2 });
  session = new IpcSession({
    levels: () => FULL_LEVELS,
    stream: mpv.stream,
    stepDown: createSoftwareStepDown(),
    shows: { cue, positionSeconds: 2 },
    onChange: () => undefined,
    onBad: () => undefined,
  });
  return { mpv, session };
};

let session: IpcSession | undefined;
afterEach(() => session?.close());

test('a pause by somebody else that mpv never tells of is seen', async () => {
  const { mpv, session } = start();
  mpv.send({ event: 'property-change', name: 'pause', data: true });
  await session.perform({ do: 'play', why: 'test' });
  expect(session.observed().paused).toBe(false);
  // Before mpv looked at the property again: it told of a pause, and finds a pause.
  mpv.properties.pause = true;
  await expect.poll(() => session.observed().paused).toBe(true);
});

test('so is a speed that somebody set', async () => {
  const { mpv, session } = start();
  mpv.send({ event: 'property-change', name: 'speed', data: 1 });
  await session.perform({ do: 'speed', factor: 2, why: 'test' });
  expect(session.observed().speed).toBe(2);
  mpv.properties.speed = 1;
  await expect.poll(() => session.observed().speed).toBe(1);
});

test('what mpv tells of is not read again', async () => {
  const { mpv, session } = start();
  await session.perform({ do: 'play', why: 'test' });
  mpv.send({ event: 'property-change', name: 'pause', data: false });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect([session.observed().paused, mpv.reads]).toEqual([false, []]);
});
