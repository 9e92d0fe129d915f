// Every verb of the operator, once: /api/v1, OSC, MQTT and `cuedeck` are made from this table. A new one is one more row here.
import { AppError } from '../base/errors.ts';
import { FADE_TARGETS } from '../deck/master/levels.ts';
import { MAX_OVERLAY_TEXT, OVERLAY_KINDS, parseOverlay } from '../deck/overlay/overlay.ts';
import { goBy, goToLast, setSpeed, stepBy } from '../deck/playback/relative-seek.ts';
import { goTo } from '../deck/transport.ts';
import { flag, number, oneOf, percent, text, whole } from '../schema/schema.ts';
import { type Action, action, described } from './action.ts';
import { INSTANT } from './instant.ts';
import { SHOW_ACTIONS } from './show-actions.ts';

const seconds = number({ least: 0 });
const frames = whole({ least: -1e6, most: 1e6 });

export const ACTIONS: readonly Action[] = [
  action({
    name: 'status',
    summary: 'Reports which clip is on, where it stands and whether it runs.',
    changes: false,
    path: '/transport',
    run: async () => undefined,
  }),
  action({
    name: 'select',
    summary: 'Cues a clip: its first frame is on screen, paused.',
    clip: 'needed',
    path: '/transport/cue',
    run: ({ deck }, _values, pick) => deck.cue(pick),
  }),
  action({
    name: 'fire',
    summary: 'Plays a clip from its in point, the selected one when none is named; with `at`, at that instant.',
    clip: 'optional',
    optional: {
      at: described(INSTANT, 'starts it at this instant, such as `2026-05-01T20:15:00Z`'),
      force: described(flag, 'even if the clock is not synchronized'),
    },
    run: async ({ deck, startAt, onReady, onStarted }, { at, force = false }, pick) => {
      if (at === undefined) return deck.cue(pick, { playing: true });
      await startAt({ pick, atSeconds: at, force, onReady: () => onReady?.(at), ...(onStarted && { onStarted }) });
    },
  }),
  action({
    name: 'play',
    // On the command line `play` has always toggled.
    cliName: 'resume',
    summary: 'Plays; at the end of a clip, from its in point again.',
    run: ({ deck }) => deck.play(),
  }),
  action({
    name: 'pause',
    summary: 'Pauses.',
    run: ({ deck }) => deck.pause(),
  }),
  action({
    name: 'toggle',
    summary: 'Toggles play and pause.',
    run: ({ deck }) => deck.togglePlay(),
  }),
  action({
    name: 'stop',
    summary: 'Stops and returns to the in point of the clip.',
    run: ({ deck }) => deck.stop(),
  }),
  action({
    name: 'goto',
    summary: 'Seeks in the selected clip; a playing clip plays on.',
    needed: { seconds },
    mqttNames: { seconds: 'secs' },
    run: ({ deck }, values) => deck.change((state) => goTo(state, values.seconds)),
  }),
  action({
    name: 'jump',
    summary: 'Seeks forwards or backwards by so many seconds, or steps by so many frames.',
    optional: { seconds: number({ least: -1e6, most: 1e6 }), frames: described(frames, 'so many frames instead') },
    run: ({ deck }, { seconds, frames }) => {
      if ((seconds === undefined) === (frames === undefined)) {
        throw new AppError('missing-parameter', 'seconds or frames is needed; allowed: one of the two.');
      }
      return deck.change((state) => (seconds === undefined ? stepBy(state, frames ?? 0) : goBy(state, seconds)));
    },
  }),
  action({
    name: 'step',
    summary: 'Steps forwards or backwards by so many frames and pauses.',
    needed: { frames },
    run: ({ deck }, values) => deck.change((state) => stepBy(state, values.frames)),
  }),
  action({
    name: 'last',
    summary: 'Seeks to so many seconds before the end of the clip.',
    needed: { seconds },
    run: ({ deck }, values) => deck.change((state) => goToLast(state, values.seconds)),
  }),
  action({
    name: 'speed',
    summary: 'Sets the speed; 1 is normal.',
    needed: { factor: number({ least: 0.1, most: 10 }) },
    run: ({ deck }, { factor }) => deck.change((state) => setSpeed(state, factor)),
  }),
  ...SHOW_ACTIONS,
  action({
    name: 'volume',
    summary: 'Sets the master volume, on top of each clip’s own; with `seconds`, as a ramp.',
    needed: { percent },
    optional: { seconds: described(number({ least: 0, most: 60 }), 'ramps it in so many seconds') },
    run: async ({ deck }, values) => deck.master.setVolume(values.percent, values.seconds),
  }),
  action({
    name: 'fade',
    summary:
      'Fades picture and sound to `black` or back to `picture`; 0 seconds is a cut. The clip keeps running underneath.',
    needed: {
      to: described(oneOf(...FADE_TARGETS), '`black` or `picture`'),
      seconds: described(number({ least: 0, most: 60 }), 'length of the fade'),
    },
    run: async ({ deck }, { to, seconds }) => deck.master.fade(to, seconds),
  }),
  action({
    name: 'mute',
    summary: 'Mutes or unmutes the output, whatever is playing.',
    needed: { on: flag },
    run: async ({ deck }, { on }) => deck.master.mute(on),
  }),
  action({
    name: 'overlay',
    summary: 'Shows a clock, a countdown or a text over whatever is on the output; `none` takes it away.',
    needed: { kind: described(oneOf(...OVERLAY_KINDS), '`none`, `clock`, `countdown` or `text`') },
    optional: {
      text: described(text(MAX_OVERLAY_TEXT), 'the text, or the line above a clock or countdown'),
      until: described(INSTANT, 'the instant at which a countdown is 0, such as `2026-05-01T20:15:00Z`'),
    },
    run: async ({ deck }, values) => deck.overlay.show(parseOverlay(values)),
  }),
  action({
    name: 'showinfo',
    summary: 'Sets whether the splash screen is shown at boot; without a value, toggles it.',
    optional: { shown: flag },
    path: '/device/showinfo',
    run: ({ deck }, { shown }) => deck.updateSettings(({ showSplash }) => ({ showSplash: shown ?? !showSplash })),
  }),
];
