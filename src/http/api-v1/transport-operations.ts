// The rows of /api/v1 that play: what is on, from where and how fast.

import { AppError } from '../../base/errors.ts';
import { clipById } from '../../deck/clips/clip-list.ts';
import { goBy, goToLast, setSpeed, stepBy } from '../../deck/playback/relative-seek.ts';
import { goTo } from '../../deck/state.ts';
import { number, object, type Schema, text, whole } from '../../schema/schema.ts';
import { type ApiContext, type ApiOperation, type Call, operation } from './operation.ts';
import { TRANSPORT, toTransport } from './schemas.ts';

const NOTHING = object({});
const WHICH = object({ clipId: text(40) });

/** A row that does something and answers with what is on then. */
const action = <Body>(
  name: string,
  summary: string,
  body: Schema<Body>,
  run: (context: ApiContext, call: Call<Body>) => Promise<void>,
): ApiOperation =>
  operation({
    id: `${name}Transport`,
    method: 'POST',
    path: `/transport/${name}`,
    summary,
    ...(body === NOTHING ? {} : { body }),
    shape: TRANSPORT,
    run: async (context, call) => {
      await run(context, call);
      return toTransport(context.deck.state());
    },
  });

export const TRANSPORT_OPERATIONS: readonly ApiOperation[] = [
  operation({
    id: 'getTransport',
    method: 'GET',
    path: '/transport',
    summary: 'Reports which clip is on, where it stands and whether it runs.',
    shape: TRANSPORT,
    run: ({ deck }) => toTransport(deck.state()),
  }),
  action('cue', 'Cues a clip: its in point is on screen, standing.', WHICH, ({ deck }, { body }) =>
    deck.cue((clips) => clipById(clips, body.clipId)),
  ),
  action('fire', 'Plays a clip from its in point.', WHICH, ({ deck }, { body }) =>
    deck.cue((clips) => clipById(clips, body.clipId), { playing: true }),
  ),
  action('play', 'Plays on; from the end of a clip, from its in point again.', NOTHING, ({ deck }) => deck.play()),
  action('pause', 'Pauses what plays.', NOTHING, ({ deck }) => deck.pause()),
  action('toggle', 'Plays, or pauses what plays.', NOTHING, ({ deck }) => deck.togglePlay()),
  action('stop', 'Stops, back at the in point.', NOTHING, ({ deck }) => deck.stop()),
  action(
    'goto',
    'Goes to a position in the file, as far as in and out point let it.',
    object({ seconds: number({ least: 0 }) }),
    ({ deck }, { body }) => deck.change((state) => goTo(state, body.seconds)),
  ),
  action(
    'jump',
    'Goes on or back by so many seconds, or so many frames (and pauses).',
    object({}, { seconds: number({ least: -1e6, most: 1e6 }), frames: whole({ least: -1e6, most: 1e6 }) }),
    ({ deck }, { body: { seconds, frames } }) => {
      if ((seconds === undefined) === (frames === undefined)) {
        throw new AppError('missing-parameter', 'seconds or frames is needed; allowed: one of the two.');
      }
      return deck.change((state) => (seconds === undefined ? stepBy(state, frames ?? 0) : goBy(state, seconds)));
    },
  ),
  action(
    'last',
    'Goes to so many seconds before the out point.',
    object({ seconds: number({ least: 0 }) }),
    ({ deck }, { body }) => deck.change((state) => goToLast(state, body.seconds)),
  ),
  action(
    'speed',
    'Sets the speed; 1 is normal.',
    object({ factor: number({ least: 0.1, most: 10 }) }),
    ({ deck }, { body }) => deck.change((state) => setSpeed(state, body.factor)),
  ),
];
