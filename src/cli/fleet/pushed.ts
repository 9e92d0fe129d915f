// Describes the result of a push.
import { toFileName } from '../../library/file-name.ts';
import type { FleetClip } from './fleet-clips.ts';

/** The result, and the clip's label for `fire`; no label when the clip is gone again. */
export interface Pushed {
  readonly text: string;
  readonly clip?: string;
}

/**
 * @param deps.fromByte start of the sent part; undefined when the player already had the file
 * @param deps.clips the player's list afterwards
 */
export const toPushed = (deps: {
  readonly name: string;
  readonly clipId: string;
  readonly fromByte: number | undefined;
  readonly clips: readonly FleetClip[];
}): Pushed => {
  const { name, clipId, fromByte, clips } = deps;
  const clip = clips.find(({ id }) => id === clipId)?.word;
  const done = toDone(name, fromByte);
  if (clip === undefined) return { text: done };
  // Two Unicode forms of a letter look alike, and keyboards type the composed one.
  if (clip === name || clip === name.normalize('NFC')) return { text: done, clip };
  const joint = done.includes(',') || fromByte === undefined ? ', as' : ' as';
  return { text: `${done}${joint} "${clip}"${fromByte === undefined ? '' : toReason(name, clipId, clips)}`, clip };
};

const toDone = (name: string, fromByte: number | undefined): string => {
  if (fromByte === undefined) return `has ${name} already`;
  return fromByte === 0 ? `got ${name}` : `got the rest of ${name}, from byte ${fromByte} on`;
};

const toReason = (name: string, clipId: string, clips: readonly FleetClip[]): string => {
  const wanted = toFileName(name);
  const others = clips.filter(({ id }) => id !== clipId);
  if (others.some(({ word }) => word === wanted)) return ', another clip has that name';
  return others.some(({ file }) => file === wanted) ? `, the file of another clip has that name` : '';
};
