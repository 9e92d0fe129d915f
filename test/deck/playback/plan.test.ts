import { describe, expect, test } from 'vitest';
import { FULL_SOUND } from '../../../src/deck/clips/clip.ts';
import { type DesiredState, plan } from '../../../src/deck/playback/plan.ts';
import { type Cue, IDLE_VIEW, type PlayerView } from '../../../src/deck/ports.ts';

const cue: Cue = {
  picture: { kind: 'video', path: '/clips/a.mp4' },
  section: { inSeconds: 1, outSeconds: 5, loop: false, toEnd: false },
  sound: FULL_SOUND,
};
const FADE = { to: 'black', startSeconds: 3, endSeconds: 4.96 } as const;
const other: Cue = { ...cue, picture: { kind: 'video', path: '/clips/b.mp4' } };
const trimmed: Cue = { ...cue, section: { ...cue.section, outSeconds: 4 } };
const screen: Cue = { ...cue, picture: { kind: 'screen', path: '/splash.png' } };

const view = (change: Partial<PlayerView> = {}): PlayerView => ({
  ...IDLE_VIEW,
  running: true,
  cue,
  positionSeconds: 2,
  ...change,
});
const wanted = (change: Partial<DesiredState> = {}): DesiredState => ({
  cue,
  playing: false,
  targetSeconds: undefined,
  resumeSeconds: 2,
  speed: 1,
  overlay: [],
  output: { rotationDegrees: 0 },
  ...change,
});

const steps = (from: PlayerView, to: DesiredState): unknown[] => plan(from, to).map(({ why: _why, ...step }) => step);

describe('the plan', () => {
  test('is empty where everything is as wanted, and while the player is away', () => {
    expect(steps(view(), wanted())).toEqual([]);
    expect(steps(view({ running: false }), wanted({ cue: other, playing: true }))).toEqual([]);
  });

  test.each<[string, Partial<PlayerView>, Partial<DesiredState>, unknown[]]>([
    ['play', {}, { playing: true }, [{ do: 'play' }]],
    ['pause', { paused: false }, {}, [{ do: 'pause' }]],
    ['seek', {}, { targetSeconds: 3 }, [{ do: 'seek', toSeconds: 3 }]],
    ['fades', {}, { cue: { ...cue, fades: [FADE] } }, [{ do: 'fades', fades: [FADE] }]],
    ['no fades any more', { cue: { ...cue, fades: [FADE] } }, {}, [{ do: 'fades', fades: [] }]],
    ['nothing for the same fades', { cue: { ...cue, fades: [FADE] } }, { cue: { ...cue, fades: [{ ...FADE }] } }, []],
    ['nothing for none', { cue: { ...cue, fades: [] } }, {}, []],
    [
      'pause before the seek of a stop',
      { paused: false },
      { targetSeconds: 1 },
      [{ do: 'pause' }, { do: 'seek', toSeconds: 1 }],
    ],
    [
      'seek before the play of a restart',
      { ended: true },
      { targetSeconds: 1, playing: true },
      [{ do: 'seek', toSeconds: 1 }, { do: 'play' }],
    ],
    [
      'pause before the seek away from an end where the player has not yet paused by itself',
      { ended: true, paused: false },
      { targetSeconds: 1 },
      [{ do: 'pause' }, { do: 'seek', toSeconds: 1 }],
    ],
    ['seek while it runs', { paused: false }, { targetSeconds: 3, playing: true }, [{ do: 'seek', toSeconds: 3 }]],
    ['trim, no load, for another out point', {}, { cue: trimmed }, [{ do: 'trim', section: trimmed.section }]],
    ['speed', {}, { speed: 2 }, [{ do: 'speed', factor: 2 }]],
    ['overlay', {}, { overlay: ['stage'] }, [{ do: 'overlay', lines: ['stage'] }]],
    [
      'nothing but a load for another picture',
      { paused: false },
      { cue: other, targetSeconds: 1, playing: true, speed: 2 },
      [{ do: 'load', cue: other, atSeconds: 1, playing: true, speed: 2 }],
    ],
    ['no seek and no play on a screen', { cue: screen }, { cue: screen, targetSeconds: 0, playing: true }, []],
  ])('is: %s', (_what, from, to, expected) => {
    expect(steps(view(from), wanted(to))).toEqual(expected);
  });

  test('after a death is to load the picture where it was', () => {
    expect(steps({ ...IDLE_VIEW, running: true }, wanted({ playing: true }))).toEqual([
      { do: 'load', cue, atSeconds: 2, playing: true, speed: 1 },
    ]);
  });

  test('gives a reason with every step', () => {
    const all = plan(view({ paused: false }), wanted({ cue: trimmed, targetSeconds: 2, speed: 2, overlay: ['x'] }));
    expect(all.map(({ why }) => why.length > 10)).toEqual([true, true, true, true, true]);
  });
});
