// Parses a PUT of the playback object.
import { flag, number, object, oneOf } from '../../schema/schema.ts';
import type { HyperDeckDevice } from '../device/device.ts';
import { MAX_PERCENT, type Move, toGoto, toJog, toPlay } from '../device/move.ts';
import { positionAt } from '../device/timeline.ts';
import { meantPercentOf, type Snapshot, toPlayMode } from '../device/transport-info.ts';
import { type Fields, INDEX, parseFields } from './body.ts';
import { RestError } from './rest-failure.ts';

const MAX_SPEED = MAX_PERCENT / 100;

const PLAYBACK = object(
  {},
  {
    type: oneOf('Play', 'Jog', 'Shuttle', 'Var'),
    /** Factor, 1 is normal. */
    speed: number({ least: -MAX_SPEED, most: MAX_SPEED }),
    /** In frames of the timeline. */
    position: INDEX,
    loop: flag,
    singleClip: flag,
  },
);

/** @throws RestError 400, AppError, CommandError */
export const putPlayback = async (hyperDeck: HyperDeckDevice, fields: Fields): Promise<void> => {
  const { type, speed, position: frame, loop, singleClip } = parseFields(PLAYBACK, fields);
  if ([type, speed, frame, loop, singleClip].every((value) => value === undefined)) {
    throw new RestError(400, 'missing-parameter', 'One of type, speed, position, loop and singleClip is needed.');
  }
  const onlyMode = speed === undefined && frame === undefined && type !== 'Jog';
  if (onlyMode && hyperDeck.snapshot().guest !== undefined) {
    throw new RestError(409, 'off-timeline', 'What is on is not on the timeline; allowed: a position or a speed.');
  }
  const onlyPlace = speed === undefined && loop === undefined && singleClip === undefined;

  const toMove = (snapshot: Snapshot): Move => {
    const from = frame === undefined ? undefined : positionAt(snapshot.timeline, frame);
    if (type === 'Jog') return toJog(snapshot, from ?? snapshot.position);
    if (onlyPlace && from !== undefined) return toGoto(snapshot, from);
    const mode = toPlayMode(snapshot.deck);
    const percent = speed === undefined ? meantPercentOf(snapshot.deck) : Math.round(speed * 100);
    return toPlay(
      snapshot,
      { percent, loop: loop ?? mode.loop, singleClip: singleClip ?? mode.singleClip, from },
      type === 'Shuttle' ? 'shuttle' : 'play',
    );
  };
  if (speed === 0 && frame === undefined) await hyperDeck.hold(type === 'Shuttle' ? 'shuttle' : 'play');
  else if (!onlyPlace || frame !== undefined || type === 'Jog') await hyperDeck.move(toMove);
};
