// What each transport command does, as `transport info` tells it.
import { describe, expect, test } from 'vitest';
import { videoClip } from '../fakes/memory-clip-store.ts';
import { createHyperDeckServer } from './server-under-test.ts';
import { valuesOf, type WireClient } from './wire-client.ts';

/** Status, speed, clip id, frame on the timeline. */
const where = async (client: WireClient): Promise<string> => {
  const { status, speed, 'clip id': clipId, timeline } = valuesOf(await client.ask('transport info'));
  return [status, speed, clipId, timeline].join(' ');
};

const mode = async (client: WireClient): Promise<string> => {
  const { loop, 'single clip': singleClip } = valuesOf(await client.ask('transport info'));
  return `loop ${loop}, single clip ${singleClip}`;
};

describe('goto', () => {
  // Clips of 50 frames each, one after another.
  test('goes to every kind of place, and stops at the ends of the timeline', async () => {
    const { connect } = await createHyperDeckServer();
    const client = await connect();
    expect(await where(client)).toBe('preview 0 1 0');
    const walk: readonly (readonly [string, string])[] = [
      ['clip id: 2', '2 50'],
      ['clip id: +1', '3 100'],
      ['clip id: +5', '3 100'],
      ['clip id: -1', '2 50'],
      ['clip id: -9', '1 0'],
      ['clip id: end', '3 100'],
      ['clip id: start', '1 0'],
      ['clip: 10', '1 10'],
      ['clip: +5', '1 15'],
      ['clip: -20', '1 0'],
      ['clip: end', '1 49'],
      ['clip: 999', '1 49'],
      ['clip: start', '1 0'],
      ['timeline: 60', '2 60'],
      ['timeline: +50', '3 110'],
      ['timeline: -70', '1 40'],
      ['timeline: end', '3 149'],
      ['timeline: 5000', '3 149'],
      ['timeline: start', '1 0'],
      ['timecode: 00:00:02:10', '2 60'],
      ['timecode: +00:00:02:00', '3 110'],
      ['timecode: -00:00:01:00', '2 85'],
      ['timecode: 01:00:00:00', '3 149'],
      ['clip id: 2 clip: 7', '2 57'],
      ['clip id: 3 timecode: +00:00:00:05', '3 105'],
      ['clip id: 3 timecode: 00:00:00:05', '3 105'],
      ['clip id: 3 timeline: 20', '1 20'],
      ['slot id: 1', '1 20'],
    ];
    const seen: (readonly [string, string])[] = [];
    for (const [place] of walk) {
      expect(await client.say(`goto: ${place}`)).toBe('200 ok');
      seen.push([place, (await where(client)).replace('stopped 0 ', '')]);
    }
    expect(seen).toEqual(walk);
  });

  test('keeps playing what plays, and at its speed', async () => {
    const { connect, pass } = await createHyperDeckServer();
    const client = await connect();
    await client.say('play: speed: 200 loop: true');
    await pass(0.2);
    expect(await where(client)).toBe('play 200 1 10');
    await client.say('goto: clip id: 3');
    expect([await where(client), await mode(client)]).toEqual(['play 200 3 100', 'loop true, single clip false']);
  });
});

describe('play', () => {
  test('without parameters plays on into the clips that follow, and holds the last frame', async () => {
    const { connect, pass } = await createHyperDeckServer();
    const client = await connect();
    await client.say('goto: timeline: 40');
    await client.say('play');
    expect([await where(client), await mode(client)]).toEqual(['play 100 1 40', 'loop false, single clip false']);
    await pass(1);
    expect(await where(client)).toBe('play 100 2 65');
    await pass(4);
    expect(await where(client)).toBe('stopped 0 3 149');
    await client.say('play');
    expect(await where(client)).toBe('play 100 1 0');
  });

  test('single clip stops at its end; from there it plays again', async () => {
    const { connect, pass } = await createHyperDeckServer();
    const client = await connect();
    await client.say('goto: clip id: 2');
    await client.say('play: single clip: true');
    await pass(3);
    expect([await where(client), await mode(client)]).toEqual(['stopped 0 2 99', 'loop false, single clip true']);
    await client.say('play: single clip: true');
    expect(await where(client)).toBe('play 100 2 50');
  });

  test('single clip and loop repeat the clip, loop alone the timeline', async () => {
    const { connect, pass } = await createHyperDeckServer();
    const client = await connect();
    await client.say('play: clip id: 2 single clip: true loop: true');
    await pass(3);
    expect([await where(client), await mode(client)]).toEqual(['play 100 2 75', 'loop true, single clip true']);
    await client.say('play: clip id: 3 loop: true');
    await pass(2.4);
    expect([await where(client), await mode(client)]).toEqual(['play 100 1 10', 'loop true, single clip false']);
  });

  test('a clip whose Loop is set loops by itself, whatever play says', async () => {
    const { connect, pass } = await createHyperDeckServer({
      clips: [videoClip('a', { outSeconds: 2, loop: true }), videoClip('b')],
    });
    const client = await connect();
    await client.say('play');
    await pass(3);
    expect([await where(client), await mode(client)]).toEqual(['play 100 1 25', 'loop true, single clip true']);
  });

  test('from a place, at a speed, in one command and in either shape', async () => {
    const { connect } = await createHyperDeckServer();
    const client = await connect();
    await client.say('play: clip id: 2 timecode: +00:00:01:00 speed: 50');
    expect(await where(client)).toBe('play 50 2 75');
    await client.say('play:\r\nspeed: 150\r\ntimeline: 10\r\n');
    expect(await where(client)).toBe('play 150 1 10');
    await client.say('play: speed: 0');
    expect((await where(client)).split(' ').slice(0, 2)).toEqual(['stopped', '0']);
  });

  test('stop holds the frame that is on; play goes on from it', async () => {
    const { connect, pass } = await createHyperDeckServer();
    const client = await connect();
    await client.say('play: clip id: 2');
    await pass(0.4);
    await client.say('stop');
    expect(await where(client)).toBe('stopped 0 2 60');
    await client.say('play');
    expect(await where(client)).toBe('play 100 2 60');
  });
});

describe('jog and shuttle', () => {
  test('jog stands at a timecode, or so far on or back', async () => {
    const { connect, pass } = await createHyperDeckServer();
    const client = await connect();
    await client.say('play');
    await pass(0.4);
    await client.say('jog: timecode: +00:00:00:05');
    expect(await where(client)).toBe('jog 0 1 15');
    await client.say('jog: timecode: 00:00:03:00');
    expect(await where(client)).toBe('jog 0 2 75');
    await client.say('jog: timecode: -00:00:02:00');
    expect(await where(client)).toBe('jog 0 1 25');
  });

  test('shuttle forward runs at the speed, backward it goes in steps to the start', async () => {
    const { connect } = await createHyperDeckServer();
    const client = await connect();
    await client.say('shuttle: speed: 200');
    expect(await where(client)).toBe('shuttle 200 1 0');
    await client.say('goto: timeline: 100');
    await client.say('stop');
    await client.say('shuttle: speed: -1000');
    expect((await where(client)).startsWith('shuttle -1000 ')).toBe(true);
    await expect.poll(() => where(client)).toBe('stopped 0 1 0');
    await client.say('shuttle: speed: 5000');
    await expect.poll(() => where(client)).toBe('stopped 0 3 149');
    await client.say('shuttle: speed: -100');
    await client.say('shuttle: speed: 0');
    expect((await where(client)).split(' ').slice(0, 2)).toEqual(['stopped', '0']);
  });

  test('shuttle stays at the end that it runs to; play begins again there', async () => {
    const { connect, pass } = await createHyperDeckServer();
    const client = await connect();
    await client.say('play: clip id: 3');
    await pass(3);
    await client.say('shuttle: speed: 100');
    await pass(0.4);
    expect(await where(client)).toBe('stopped 0 3 149');
    await client.say('play');
    expect(await where(client)).toBe('play 100 1 0');
  });

  test('a command that is refused does not stop what goes on', async () => {
    const { connect } = await createHyperDeckServer();
    const client = await connect();
    await client.say('goto: timeline: end');
    await client.say('shuttle: speed: -100');
    expect(await client.say('goto: clip id: 9')).toBe('112 clip not found');
    expect((await where(client)).startsWith('shuttle -100 3 ')).toBe(true);
    await expect.poll(async () => Number((await where(client)).split(' ')[3]) < 140).toBe(true);
  });
});

describe('backwards', () => {
  /** Asks until the picture has come to a frame, or beyond it. */
  const seen = async (client: WireClient, isThere: (clipId: number, frame: number) => boolean): Promise<void> =>
    expect
      .poll(
        async () => {
          const [, , clipId, frame] = (await where(client)).split(' ').map(Number);
          return isThere(clipId ?? 0, frame ?? 0);
        },
        { interval: 5, timeout: 30_000 },
      )
      .toBe(true);

  test('single clip stays in the clip, and stops at its start', async () => {
    const { connect } = await createHyperDeckServer();
    const client = await connect();
    await client.say('goto: clip id: 2 clip: 10');
    await client.say('play: speed: -200 single clip: true');
    await expect.poll(() => where(client)).toBe('stopped 0 2 50');
  });

  test('single clip and loop repeat the clip, loop alone the timeline', async () => {
    const { connect } = await createHyperDeckServer();
    const client = await connect();
    await client.say('goto: clip id: 2 clip: 10');
    await client.say('play: speed: -200 loop: true single clip: true');
    await seen(client, (clipId, frame) => clipId === 2 && frame > 80);
    expect(await mode(client)).toBe('loop true, single clip true');
    await client.say('goto: clip id: 1 clip: 10');
    await client.say('play: speed: -200 loop: true');
    await seen(client, (clipId, frame) => clipId === 3 && frame < 145);
    expect([(await where(client)).split(' ')[1], await mode(client)]).toEqual(['-200', 'loop true, single clip false']);
  });

  test('a clip whose Loop is set loops by itself', async () => {
    const { connect } = await createHyperDeckServer({
      clips: [videoClip('a'), videoClip('b', { outSeconds: 2, loop: true })],
    });
    const client = await connect();
    await client.say('goto: clip id: 2 clip: 5');
    await client.say('play: speed: -200');
    await seen(client, (clipId, frame) => clipId === 2 && frame > 280);
  });

  test('a play range holds it, and one that is set meanwhile acts at once', async () => {
    const { connect } = await createHyperDeckServer();
    const client = await connect();
    await client.say('playrange set: timeline in: 60 timeline out: 90');
    await client.say('goto: timeline: 70');
    await client.say('play: speed: -200');
    await expect.poll(() => where(client)).toBe('stopped 0 2 60');
    await client.say('goto: timeline: 70');
    await client.say('play: speed: -200 loop: true');
    await seen(client, (_clipId, frame) => frame > 80);
    await client.say('playrange set: timeline in: 20 timeline out: 30');
    await seen(client, (_clipId, frame) => frame >= 20 && frame < 30);
    expect((await where(client)).split(' ').slice(0, 2)).toEqual(['play', '-200']);
  });

  test('begins at the end where forwards it would begin at the start', async () => {
    const { connect, pass } = await createHyperDeckServer();
    const client = await connect();
    await client.say('play: clip id: 3');
    await pass(3);
    expect(await where(client)).toBe('stopped 0 3 149');
    await client.say('play: speed: -100');
    await seen(client, (clipId, frame) => clipId === 3 && frame < 149);
  });

  test('goto keeps the speed, also of the shuttle; jog ends it', async () => {
    // At the fastest shuttle a clip of 25 000 frames lasts for longer than anybody needs to look.
    const clips = ['a', 'b', 'c'].map((name) => videoClip(name, { durationSeconds: 1000, outSeconds: 1000 }));
    const { connect } = await createHyperDeckServer({ clips });
    const client = await connect();
    for (const [request, status] of [
      ['play: speed: -50', 'play -50'],
      ['shuttle: speed: -50', 'shuttle -50'],
      ['shuttle: speed: 2000', 'shuttle 2000'],
    ] as const) {
      await client.say('goto: timeline: end');
      await client.say('stop');
      await client.say('goto: clip id: 3');
      await client.say(request);
      await client.say('goto: clip id: 2');
      expect((await where(client)).split(' ').slice(0, 2).join(' ')).toBe(status);
      await seen(client, (_clipId, frame) => frame !== 25_000);
    }
    await client.say('play: speed: -50');
    await client.say('jog: timecode: 00:00:01:00');
    expect(await where(client)).toBe('jog 0 1 25');
  });
});

describe('preview', () => {
  test('shows the splash screen, and a clip again where it was', async () => {
    const { connect, deck } = await createHyperDeckServer();
    const client = await connect();
    await client.say('goto: timeline: 60');
    await client.say('preview: enable: true');
    expect([await where(client), deck.state().selectedId]).toEqual(['preview 0 2 60', 'splash']);
    await client.say('preview: enable: false');
    expect(await where(client)).toBe('stopped 0 2 60');
    await client.say('preview: enable: true');
    await client.say('play');
    expect(await where(client)).toBe('play 100 2 60');
  });
});

describe('play range', () => {
  test.each([
    ['clip id: 2', '50', '100'],
    ['clip id: 2 count: 2', '50', '150'],
    ['clip id: 2 count: 9', '50', '150'],
    ['in: 00:00:01:00 out: 00:00:03:00', '25', '75'],
    ['timeline in: 10 timeline out: 60', '10', '60'],
  ])('playrange set: %s', async (range, from, to) => {
    const { connect, pass } = await createHyperDeckServer();
    const client = await connect();
    expect(await client.say(`playrange set: ${range}`)).toBe('200 ok');
    expect((await client.ask('playrange')).lines).toEqual([`timeline in: ${from}`, `timeline out: ${to}`]);
    // It is no play command; play then plays inside it.
    expect(await where(client)).toBe('preview 0 1 0');
    await client.say('play');
    await pass(0.04);
    const [, , , frame] = (await where(client)).split(' ');
    expect(Number(frame) - Number(from)).toBe(1);
    await pass(7);
    expect((await where(client)).split(' ').toSpliced(2, 1)).toEqual(['stopped', '0', String(Number(to) - 1)]);
    expect(await client.say('playrange clear')).toBe('200 ok');
    expect((await client.ask('playrange')).lines).toEqual(['timeline in: none', 'timeline out: none']);
  });

  test('a range set while playing acts on what plays', async () => {
    const { connect, pass } = await createHyperDeckServer();
    const client = await connect();
    await client.say('play');
    await pass(0.4);
    await client.say('playrange set: timeline in: 0 timeline out: 30');
    expect(await where(client)).toBe('play 100 1 10');
    await pass(3);
    expect(await where(client)).toBe('stopped 0 1 29');
  });
});

describe('play option', () => {
  test.each([
    ['lastframe', '3 149', 'stopped'],
    ['nextframe', '3 149', 'stopped'],
    ['black', '3 149', 'stopped'],
  ])('stop mode %s at the end of the timeline', async (stopMode, place, status) => {
    const { connect, pass, player } = await createHyperDeckServer();
    const client = await connect();
    expect(await client.say(`play option: stop mode: ${stopMode}`)).toBe('200 ok');
    expect((await client.ask('play option')).lines).toEqual([`stop mode: ${stopMode}`]);
    await client.say('play');
    await pass(7);
    expect(await where(client)).toBe(`${status} 0 ${place}`);
    expect(player.view().cue?.picture).toMatchObject(
      stopMode === 'black' ? { kind: 'screen', path: '/usr/share/cuedeck/black.png' } : { kind: 'reel' },
    );
  });

  test('nextframe after a single clip shows the first frame of the next', async () => {
    const { connect, pass } = await createHyperDeckServer();
    const client = await connect();
    await client.say('play option: stop mode: nextframe');
    await client.say('play: single clip: true');
    await pass(3);
    expect(await where(client)).toBe('stopped 0 2 50');
  });
});

test('play on startup is the setting of what happens at power-on', async () => {
  const { connect, deck } = await createHyperDeckServer();
  const client = await connect();
  const setting = () => deck.state().document.settings.powerOn;
  expect((await client.ask('play on startup')).lines).toEqual(['enable: false', 'single clip: false']);
  await client.say('play on startup: enable true');
  expect([setting(), (await client.ask('play on startup')).lines]).toEqual([
    'play-all',
    ['enable: true', 'single clip: false'],
  ]);
  await client.say('play on startup: enable: true single clip: true');
  expect(setting()).toBe('play-last');
  await client.say('play on startup: enable: false');
  expect(setting()).toBe('splash');
});

test('when the clip that is on leaves the list, the next one stands at its start; others keep their place', async () => {
  const { connect, deck, pass } = await createHyperDeckServer();
  const client = await connect();
  await client.say('play: clip id: 2');
  await pass(0.4);
  await deck.clips.delete(2);
  expect(await where(client)).toBe('preview 0 2 50');
  await client.say('goto: timeline: 60');
  await client.say('preview: enable: true');
  await deck.clips.delete(1);
  expect(await where(client)).toBe('preview 0 1 10');
});

test('what the other interface does shows here: select, play, seek, pause', async () => {
  const { connect, deck, pass } = await createHyperDeckServer();
  const client = await connect();
  await deck.select(2);
  expect([await where(client), await mode(client)]).toEqual(['stopped 0 2 50', 'loop false, single clip true']);
  await deck.togglePlay();
  await pass(0.4);
  expect(await where(client)).toBe('play 100 2 60');
  await deck.goTo(1);
  expect(await where(client)).toBe('play 100 2 75');
  await deck.stop();
  expect(await where(client)).toBe('stopped 0 2 50');
});
