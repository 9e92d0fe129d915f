// The settings of an item in words.
import type { components } from '../../client/api-types.ts';
import { END_ACTIONS } from './format.ts';

type ListItem = components['schemas']['ListItem'];

/** Fields without which the item is as its clip. */
type Optional = 'follow' | 'fadeInSeconds' | 'fadeOutSeconds';

/** All that an operator sets of an item; null: as the clip. */
export type ItemSettings = Required<Omit<ListItem, 'id' | 'clipId' | Optional>> & {
  readonly [Field in Optional]: NonNullable<ListItem[Field]> | null;
};

export const ITEM_FOLLOWS = { ...END_ACTIONS, next: 'Play the next item' } as const;

export const SETTING_NAMES: Readonly<Record<keyof ItemSettings, string>> = {
  follow: 'At its end',
  preWaitSeconds: 'Wait before it',
  postWaitSeconds: 'Wait after it',
  fadeInSeconds: 'Fade in',
  fadeOutSeconds: 'Fade out',
  note: 'Note',
  inCountdown: "In the list's remaining time",
};

const MAX_LENGTH = 60;

export const toSettingText = (field: keyof ItemSettings, settings: ItemSettings): string => {
  if (field === 'follow') return settings.follow === null ? 'As the clip' : ITEM_FOLLOWS[settings.follow];
  const value = settings[field];
  if (value === null) return 'As the clip';
  if (typeof value === 'boolean') return value ? 'Included' : 'Left out';
  if (typeof value === 'number') return `${value} s`;
  return value.length > MAX_LENGTH ? `${value.slice(0, MAX_LENGTH)}…` : value;
};
