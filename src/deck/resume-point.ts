// Where a deck was when it was cut off: enough to be there again after a restart.
import { DeckError } from '../base/errors.ts';
import { SPLASH_ID } from './clips/clip.ts';
import { isOfChain } from './playback/auto-follow.ts';
import { type Run, type RunEnd, toPlace } from './playback/sequence.ts';
import { cue, type DeckState, startRun, type Transport } from './state.ts';

export interface Whereabouts {
  readonly clipId: string;
  readonly screen: DeckState['screen'];
  readonly transport: Transport;
  /** In the file. */
  readonly positionSeconds: number;
  /** Factor, 1 is normal. */
  readonly speed: number;
  /** The run that somebody put together and plays; absent for a clip, or what follows it by its own end action. */
  readonly run?: Run;
  readonly index?: number;
}

export const toWhereabouts = (state: DeckState): Whereabouts => {
  const { place, selectedId, screen, transport, targetSeconds, positionSeconds, lastingSpeed: speed } = state;
  const here = { clipId: selectedId, screen, transport, positionSeconds: targetSeconds ?? positionSeconds, speed };
  return place === undefined || isOfChain(place) ? here : { ...here, run: place.run, index: place.index };
};

/** @returns undefined when what was on is no longer in the list */
export const returnTo = (state: DeckState, was: Whereabouts): DeckState | undefined => {
  if (was.clipId === SPLASH_ID) return { ...state, screen: was.screen };
  const { clips } = state.document;
  const clip = clips.find(({ id }) => id === was.clipId);
  if (clip === undefined) return undefined;
  // Out of its section, for the list was edited meanwhile: from the in point.
  const isInside = was.positionSeconds >= clip.inSeconds && was.positionSeconds <= clip.outSeconds;
  const seconds = isInside ? was.positionSeconds : clip.inSeconds;
  const { transport, speed } = was;
  if (was.run !== undefined && was.index !== undefined) {
    const place = toPlace(was.run, was.index, clips);
    if (place === undefined) return undefined;
    const playing = transport === 'playing';
    return { ...startRun(state, { place, seconds: was.positionSeconds, playing, speed }), transport };
  }
  return {
    ...cue(state, clip),
    transport,
    targetSeconds: seconds,
    positionSeconds: seconds,
    speed,
    lastingSpeed: speed,
  };
};

const TRANSPORTS: readonly Transport[] = ['stopped', 'playing', 'paused', 'ended'];
const RUN_ENDS: readonly RunEnd[] = ['hold', 'next-frame', 'black', 'clip'];

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : refuse('an object');
const number = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : refuse('a number');
const text = (value: unknown): string => (typeof value === 'string' ? value : refuse('a text'));
const oneOf = <Word extends string>(value: unknown, words: readonly Word[]): Word =>
  words.find((word) => word === value) ?? refuse(words.join(', '));

const refuse = (allowed: string): never => {
  throw new DeckError('invalid-value', `a field of the whereabouts is not what it should be: ${allowed}`);
};

/** @throws DeckError `invalid-value` */
export const parseWhereabouts = (value: unknown): Whereabouts => {
  const fields = fieldsOf(value);
  return {
    clipId: text(fields.clipId),
    screen: oneOf(fields.screen, ['splash', 'black']),
    transport: oneOf(fields.transport, TRANSPORTS),
    positionSeconds: number(fields.positionSeconds),
    speed: number(fields.speed),
    ...(fields.run !== undefined && { run: parseRun(fieldsOf(fields.run)), index: number(fields.index) }),
  };
};

const parseRun = ({ items, singleClip, loop, atEnd }: Fields): Run => ({
  items: (Array.isArray(items) ? items : refuse('a list')).map(fieldsOf).map((item) => ({
    clipId: text(item.clipId),
    inSeconds: number(item.inSeconds),
    outSeconds: number(item.outSeconds),
  })),
  singleClip: singleClip === true,
  loop: loop === true,
  atEnd: oneOf(atEnd, RUN_ENDS),
});
