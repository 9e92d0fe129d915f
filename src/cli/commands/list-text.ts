// Lists and their items as tables.
import { toTable, toTimeText } from '../format.ts';
import type { PlayerClip, PlayerTransport } from '../player-status.ts';
import type { PlayerItem, PlayerList } from './list-choice.ts';

type Clips = ReadonlyMap<string, PlayerClip>;

export const toClips = (clips: readonly PlayerClip[]): Clips => new Map(clips.map((clip) => [clip.id, clip]));

const toSeconds = (clip: PlayerClip | undefined): number => (clip === undefined ? 0 : clip.outSeconds - clip.inSeconds);

const toOrder = ({ repeat, shuffle }: PlayerList): string =>
  [...(shuffle ? ['shuffle'] : []), ...(repeat ? ['repeat'] : [])].join(', ');

export const toListLines = (
  lists: readonly PlayerList[],
  clips: Clips,
  { listId }: PlayerTransport,
): readonly string[] => {
  if (lists.length === 0) return ['There are no lists. `cuedeck lists create NAME` makes one.'];
  return toTable([
    ['', 'NAME', 'ITEMS', 'LENGTH', 'ORDER', 'ID'],
    ...lists.map((list) => [
      list.id === listId ? '>' : '',
      list.name,
      `${list.items.length}`,
      toTimeText(list.items.reduce((seconds, { clipId }) => seconds + toSeconds(clips.get(clipId)), 0)),
      toOrder(list),
      list.id,
    ]),
  ]);
};

const toWaits = ({ preWaitSeconds: before, postWaitSeconds: after }: PlayerItem): string =>
  [...(before > 0 ? [`${before} s before`] : []), ...(after > 0 ? [`${after} s after`] : [])].join(', ');

/** Its own; without one it fades as its clip. */
const toFades = ({ fadeInSeconds: fadeIn, fadeOutSeconds: fadeOut }: PlayerItem): string =>
  [...(fadeIn === undefined ? [] : [`${fadeIn} s in`]), ...(fadeOut === undefined ? [] : [`${fadeOut} s out`])].join(
    ', ',
  );

const toMark = ({ id }: PlayerItem, { itemId, standby }: PlayerTransport): string => {
  if (id === itemId) return '>';
  return id === standby?.itemId ? 'GO' : '';
};

const toRow = (item: PlayerItem, index: number, clip: PlayerClip | undefined, now: PlayerTransport) => [
  toMark(item, now),
  `${index + 1}`,
  clip === undefined ? '' : `${clip.number}`,
  clip?.name ?? '',
  toTimeText(toSeconds(clip)),
  item.follow ?? `(${clip?.endAction ?? ''})`,
  toWaits(item),
  toFades(item),
  item.note,
  item.id,
];

export const toItemLines = (list: PlayerList, clips: Clips, now: PlayerTransport): readonly string[] => {
  if (list.items.length === 0) return [`The list is empty. \`cuedeck lists add ${list.id} CLIP\` adds to it.`];
  return toTable([
    ['', '#', 'CLIP', 'NAME', 'LENGTH', 'FOLLOW', 'WAITS', 'FADES', 'NOTE', 'ID'],
    ...list.items.map((item, index) => toRow(item, index, clips.get(item.clipId), now)),
  ]);
};
