// Which list and which item of it a person means.
import { quote } from '../../base/quote.ts';
import type { components } from '../../client/api-types.ts';
import { CliError, EXIT } from '../cli-error.ts';
import type { PlayerApi } from '../player-api.ts';
import type { PlayerTransport } from '../player-status.ts';
import { fold } from './clip-choice.ts';

export type PlayerList = components['schemas']['List'];
export type PlayerItem = PlayerList['items'][number];

/**
 * The list with this id, else the one with this name, in upper or lower case.
 * @throws CliError when there is none, or more than one
 */
const findList = (lists: readonly PlayerList[], word: string): PlayerList => {
  const named = lists.filter(({ name }) => fold(name) === fold(word));
  const list = lists.find(({ id }) => id === word) ?? named[0];
  if (list === undefined) {
    throw new CliError(EXIT.refused, `There is no list ${quote(word)}. \`cuedeck lists\` shows them.`);
  }
  if (named.length > 1 && list.id !== word) {
    const ids = named.map(({ id }) => id).join(' and ');
    throw new CliError(EXIT.refused, `The lists ${ids} have the same name. Give the id.`);
  }
  return list;
};

export const chooseList = async (api: PlayerApi, word: string): Promise<PlayerList> =>
  findList(await api.call('get', '/lists'), word);

/** @returns undefined when none is active, or it was deleted just now */
export const readActiveList = async (
  api: PlayerApi,
  { listId }: Pick<PlayerTransport, 'listId'>,
): Promise<PlayerList | undefined> => {
  if (listId === null) return undefined;
  return api.call('get', '/lists/{id}', { path: { id: listId } }).catch((error) => {
    if (error instanceof CliError && error.exit === EXIT.refused) return undefined;
    throw error;
  });
};

/**
 * The place of an item, from 0. A number is a place from 1, anything else an id.
 * @throws CliError when there is none
 */
export const chooseItem = ({ name, items }: PlayerList, word: string): number => {
  if (/^[0-9]{1,4}$/.test(word) && items[Number(word) - 1] !== undefined) return Number(word) - 1;
  const byId = items.findIndex(({ id }) => id === word);
  if (byId >= 0) return byId;
  const has = items.length === 0 ? 'is empty' : `has the items 1 to ${items.length}`;
  throw new CliError(EXIT.refused, `There is no item ${quote(word)}; ${JSON.stringify(name)} ${has}.`);
};

/**
 * A place for an item among so many, from 0.
 * @param word a number from 1
 * @throws CliError
 */
export const parsePlace = (word: string, count: number): number => {
  const place = /^[0-9]{1,4}$/.test(word) ? Number(word) : 0;
  if (place >= 1 && place <= count) return place - 1;
  throw new CliError(EXIT.usage, `The place ${quote(word)} is invalid; allowed: 1 to ${count}.`);
};
