import { expect, test } from 'vitest';
import { toSequencePosition } from '../../../src/deck/playback/sequence.ts';
import { startSequence } from '../../../src/deck/transport.ts';
import { createServer } from '../server-under-test.ts';

const createTransport = async () => {
  const server = await createServer();
  const post = async (action: string, body?: unknown): Promise<Record<string, unknown>> => {
    const { text } = await server.ask(`/api/v1/transport/${action}`, {
      method: 'POST',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return JSON.parse(text);
  };
  /** What an operator would see. */
  const seen = async (action: string, body?: unknown) => {
    const { clipId, state, positionSeconds } = await post(action, body);
    return [clipId, state, positionSeconds];
  };
  return { ...server, post, seen };
};

test('a clip is cued, played, paused, toggled and stopped', async () => {
  const { seen, player } = await createTransport();
  expect(await seen('cue', { clipId: 'b' })).toEqual(['b', 'stopped', 0]);
  expect(await seen('play')).toEqual(['b', 'playing', 0]);
  player.advance(2);
  expect(await seen('pause')).toEqual(['b', 'paused', 2]);
  expect(await seen('toggle')).toEqual(['b', 'playing', 2]);
  expect(await seen('stop')).toEqual(['b', 'stopped', 0]);
  expect(await seen('fire', { clipId: 'c' })).toEqual(['c', 'playing', 0]);
});

test('positions are absolute, relative by seconds or frames, or told from the end', async () => {
  const { seen } = await createTransport();
  await seen('cue', { clipId: 'a' });
  expect(await seen('goto', { seconds: 5 })).toEqual(['a', 'paused', 5]);
  expect(await seen('jump', { seconds: -2 })).toEqual(['a', 'paused', 3]);
  expect(await seen('jump', { frames: 1 })).toEqual(['a', 'paused', 3.04]);
  expect(await seen('jump', { frames: -2 })).toEqual(['a', 'paused', 2.96]);
  expect(await seen('last', { seconds: 4 })).toEqual(['a', 'paused', 6]);
});

test('speed is set in its range, and a jump needs exactly one way to say how far', async () => {
  const { post } = await createTransport();
  await post('cue', { clipId: 'a' });
  expect((await post('speed', { factor: 0.5 })).speed).toBe(0.5);
  expect((await post('speed', { factor: 11 })).code).toBe('invalid-value');
  expect((await post('jump', {})).code).toBe('missing-parameter');
  expect((await post('jump', { seconds: 1, frames: 1 })).code).toBe('missing-parameter');
  expect((await post('cue', { clipId: 'none' })).code).toBe('clip-not-found');
});

test('a start at an instant is answered once the clip waits for it; an instant that is past is refused', async () => {
  const { seen, post, deck, clock, shown, settle } = await createTransport();
  // The fixture's wall clock stands at 1000.
  expect(await seen('fire', { clipId: 'b', at: '1970-01-01T00:16:50Z' })).toEqual(['b', 'stopped', 0]);
  expect(deck.state().armedAt).toBe(1010);
  clock.advance(5);
  await settle();
  clock.advance(5);
  await settle();
  expect([shown()[1], deck.state().armedAt]).toEqual([true, undefined]);
  expect((await post('fire', { clipId: 'c', at: 900 })).code).toBe('too-late');
  expect((await post('fire', { clipId: 'c', at: 'tomorrow' })).code).toBe('invalid-value');
  expect(shown()).toEqual([2, true, 0]);
});

test('without a clip, fire plays the selected one', async () => {
  const { seen } = await createTransport();
  await seen('cue', { clipId: 'b' });
  expect(await seen('fire', {})).toEqual(['b', 'playing', 0]);
});

test('what goes round for ever says so: a clip that loops, and a run of that clip alone', async () => {
  const { ask, post, deck } = await createTransport();
  expect(await post('cue', { clipId: 'a' })).toMatchObject({ loops: false });
  await ask('/api/v1/clips/a', { method: 'PATCH', body: JSON.stringify({ endAction: 'loop' }) });
  expect(await post('play')).toMatchObject({ loops: true });
  expect(await post('cue', { clipId: 'splash' })).toMatchObject({ loops: false });
  const clips = deck.state().document.clips;
  const items = ['b', 'c'].map((clipId) => ({ clipId, inSeconds: 0, outSeconds: 5 }));
  for (const [singleClip, loop, isEndless] of [
    [true, true, true],
    [true, false, false],
    [false, true, false],
  ] as const) {
    const place = toSequencePosition({ items, singleClip, loop, atEnd: 'hold' }, 0, clips);
    if (place === undefined) throw new Error('no such run');
    await deck.change((state) => startSequence(state, { place, seconds: 0, playing: true, speed: 1 }));
    expect(JSON.parse((await ask('/api/v1/transport')).text)).toMatchObject({ clipId: 'b', loops: isEndless });
  }
});

test('an unknown key is refused also where there is nothing to say, and nothing is done', async () => {
  const { post, ask } = await createTransport();
  await post('cue', { clipId: 'a' });
  const refusal = { error: '"foo" is not known here; allowed: an empty object.', code: 'invalid-value' };
  for (const verb of ['play', 'pause', 'toggle', 'stop', 'go', 'next', 'previous'])
    expect([verb, await post(verb, { foo: 1 })]).toEqual([verb, refusal]);
  expect(await post('play', [1])).toEqual({
    error: 'the body=[1] is refused; allowed: an object.',
    code: 'invalid-value',
  });
  const elsewhere = [
    ['POST', '/device/restart-player'],
    ['DELETE', '/clips/a'],
    ['POST', '/clips/a/filmstrip'],
  ] as const;
  for (const [method, path] of elsewhere) {
    const body = '{"foo":1}';
    const { status, text } = await ask(`/api/v1${path}`, { method, body, headers: { 'Content-Length': body.length } });
    expect([path, status, JSON.parse(text)]).toEqual([path, 400, refusal]);
  }
  expect(await post('play', {})).toMatchObject({ state: 'playing', clipId: 'a' });
});

test('a number that is too large is told as that, not as nothing', async () => {
  const { ask } = await createTransport();
  const sent = { method: 'POST', body: '{"percent":1e999}' };
  expect(JSON.parse((await ask('/api/v1/transport/volume', sent)).text)).toEqual({
    error: 'percent=too large is refused; allowed: a number from 0 to 100.',
    code: 'invalid-value',
  });
});
