// The resume point: enough of the deck state to continue after a restart.
import { AppError } from '../base/errors.ts';
import { SPLASH_ID } from './clips/clip.ts';
import { isAutoFollow } from './playback/auto-follow.ts';
import { type Sequence, type SequenceEnd, toSequencePosition } from './playback/sequence.ts';
import { cue, type DeckState, startSequence, type Transport } from './state.ts';

export interface ResumePoint {
  readonly clipId: string;
  readonly screen: DeckState['screen'];
  readonly transport: Transport;
  /** In the file. */
  readonly positionSeconds: number;
  /** Factor, 1 is normal. */
  readonly speed: number;
  /** The run that somebody put together and plays; absent for a clip, or what follows it by its own end action. */
  readonly run?: Sequence;
  readonly index?: number;
}

export const toResumePoint = (state: DeckState): ResumePoint => {
  const { place, selectedId, screen, transport, targetSeconds, positionSeconds, lastingSpeed: speed } = state;
  const here = { clipId: selectedId, screen, transport, positionSeconds: targetSeconds ?? positionSeconds, speed };
  return place === undefined || isAutoFollow(place) ? here : { ...here, run: place.run, index: place.index };
};

/** @returns undefined when what was on is no longer in the list */
export const resumeAt = (state: DeckState, was: ResumePoint): DeckState | undefined => {
  if (was.clipId === SPLASH_ID) return { ...state, screen: was.screen };
  const { clips } = state.document;
  const clip = clips.find(({ id }) => id === was.clipId);
  if (clip === undefined) return undefined;
  // Out of its section, for the list was edited meanwhile: from the in point.
  const isInside = was.positionSeconds >= clip.inSeconds && was.positionSeconds <= clip.outSeconds;
  const seconds = isInside ? was.positionSeconds : clip.inSeconds;
  const { transport, speed } = was;
  if (was.run !== undefined && was.index !== undefined) {
    const place = toSequencePosition(was.run, was.index, clips);
    if (place === undefined) return undefined;
    const playing = transport === 'playing';
    return { ...startSequence(state, { place, seconds: was.positionSeconds, playing, speed }), transport };
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
const SEQUENCE_ENDS: readonly SequenceEnd[] = ['hold', 'next-frame', 'black', 'clip'];

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : reject('an object');
const number = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : reject('a number');
const text = (value: unknown): string => (typeof value === 'string' ? value : reject('a text'));
const oneOf = <Word extends string>(value: unknown, words: readonly Word[]): Word =>
  words.find((word) => word === value) ?? reject(words.join(', '));

const reject = (allowed: string): never => {
  throw new AppError('invalid-value', `a field of the whereabouts is not what it should be: ${allowed}`);
};

/** @throws AppError `invalid-value` */
export const parseResumePoint = (value: unknown): ResumePoint => {
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

const parseRun = ({ items, singleClip, loop, atEnd }: Fields): Sequence => ({
  items: (Array.isArray(items) ? items : reject('a list')).map(fieldsOf).map((item) => ({
    clipId: text(item.clipId),
    inSeconds: number(item.inSeconds),
    outSeconds: number(item.outSeconds),
  })),
  singleClip: singleClip === true,
  loop: loop === true,
  atEnd: oneOf(atEnd, SEQUENCE_ENDS),
});
