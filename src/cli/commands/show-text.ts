// What `cuedeck status` says of the show: fades, master sound, overlay, standby, a wait and the active list, when they are not as usual.
import { toTimeText } from '../format.ts';
import type { PlayerClip, PlayerTransport } from '../player-status.ts';
import { toClipText } from './clip-choice.ts';
import type { PlayerList } from './list-choice.ts';

type Row = readonly [name: string, value: string];

const toFadeText = ({ fade: { to, level } }: PlayerTransport): string | undefined => {
  if (level === (to === 'black' ? 0 : 1)) return to === 'black' ? 'black' : undefined;
  return `fading to ${to === 'black' ? 'black' : 'the picture'}, now at ${Math.round(level * 100)} %`;
};

const toVolumeText = ({ volumePercent, muted }: PlayerTransport): string | undefined => {
  if (volumePercent === 100 && !muted) return undefined;
  return `${Math.round(volumePercent)} %${muted ? ', muted' : ''}`;
};

const toOverlayText = ({ overlay: { kind, text, until } }: PlayerTransport): string | undefined => {
  if (kind === 'none') return undefined;
  return [kind, ...(until === undefined ? [] : [`to ${until}`]), ...(text === undefined ? [] : [`“${text}”`])].join(
    ' ',
  );
};

/** From 1; 0 when it is not in the list. */
const toPlace = (list: PlayerList | undefined, itemId: string | null | undefined): number =>
  (list?.items.findIndex(({ id }) => id === itemId) ?? -1) + 1;

const toStandbyText = (
  { standby }: PlayerTransport,
  clips: readonly PlayerClip[],
  list: PlayerList | undefined,
): string | undefined => {
  if (standby === null) return undefined;
  const clip = clips.find(({ id }) => id === standby.clipId);
  const place = toPlace(list, standby.itemId);
  return `${clip === undefined ? 'a clip' : toClipText(clip.number, clip.name)}${place === 0 ? '' : `, item ${place}`}`;
};

const toListText = (
  { itemId, listRemainingSeconds: left }: PlayerTransport,
  list: PlayerList | undefined,
): string | undefined => {
  if (list === undefined) return undefined;
  const count = list.items.length;
  const place = toPlace(list, itemId);
  const where = place === 0 ? `${count} ${count === 1 ? 'item' : 'items'}` : `item ${place} of ${count}`;
  return `${list.name}, ${where}${place === 0 || left === null ? '' : `, ${toTimeText(left)} left`}`;
};

/** What waits and how long; undefined without a wait. @param list the active one, if known */
export const toWaitText = (
  { waiting }: Pick<PlayerTransport, 'waiting'>,
  clips: readonly PlayerClip[],
  list?: PlayerList,
): string | undefined => {
  if (waiting === null) return undefined;
  const { kind, clipId, itemId, remainingSeconds } = waiting;
  const clip = clips.find(({ id }) => id === clipId);
  const place = toPlace(list, itemId);
  const name = clip === undefined ? 'a clip' : toClipText(clip.number, clip.name);
  const what = `${name}${place === 0 ? '' : `, item ${place}`}`;
  const left = toTimeText(remainingSeconds);
  return kind === 'pre' ? `${what}, starts in ${left}` : `${what}, has ended, wait ends in ${left}`;
};

/** @param list the active one */
export const toShowRows = (
  transport: PlayerTransport,
  clips: readonly PlayerClip[],
  list: PlayerList | undefined,
): readonly Row[] =>
  (
    [
      ['Fade', toFadeText(transport)],
      ['Volume', toVolumeText(transport)],
      ['Overlay', toOverlayText(transport)],
      ['List', toListText(transport, list)],
      ['Standby', toStandbyText(transport, clips, list)],
      ['Waiting', toWaitText(transport, clips, list)],
    ] as const
  ).flatMap(([name, value]): readonly Row[] => (value === undefined ? [] : [[name, value]]));
