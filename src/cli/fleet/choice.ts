// Which players of the fleet a command is for.
import { isOfGroup } from '../../mqtt/fleet/commands.ts';
import type { FleetPlayer } from '../../mqtt/fleet/registry.ts';
import { CliError, EXIT } from '../cli-error.ts';
import type { Call, Option } from '../command.ts';

export const CHOICE_OPTIONS: readonly Option[] = [
  { name: 'to', value: 'PLAYERS', meaning: 'only these players: ids or names, separated by commas' },
  { name: 'group', value: 'GROUP', meaning: 'only the players of this group' },
];

const ASK = 'Is it online, and at this broker?';
/** Error when the broker knows no player. */
export const NOBODY = `The broker knows of no player. ${ASK}`;

interface Selection {
  readonly players: readonly FleetPlayer[];
  /** Command topics of the players, below the root. */
  readonly scopes: readonly string[];
}

/** @throws CliError when nobody is meant, or a word means nobody or more than one */
export const choosePlayers = (all: readonly FleetPlayer[], { to, group }: Call['options']): Selection => {
  if (typeof to === 'string' && typeof group === 'string')
    throw new CliError(EXIT.usage, '--to and --group cannot be combined.');
  if (typeof to === 'string') {
    const players = findPlayersOf(all, to.split(','));
    return { players, scopes: players.map(({ id }) => `player/${id}`) };
  }
  if (typeof group !== 'string') return { players: notEmpty(all, NOBODY), scopes: ['all'] };
  const players = all.filter((player) => isOfGroup(player, group));
  return {
    players: notEmpty(players, `No player is in the group ${JSON.stringify(group)}. ${ASK}`),
    scopes: [`group/${group}`],
  };
};

/**
 * Each player once, in the order of the words.
 * @throws CliError as `choosePlayers`
 */
export const findPlayersOf = (all: readonly FleetPlayer[], words: readonly string[]): readonly FleetPlayer[] => [
  ...new Set(words.map((word) => findPlayerOf(all, word.trim()))),
];

/** @throws CliError as `choosePlayers` */
export const findPlayerOf = (all: readonly FleetPlayer[], word: string): FleetPlayer => {
  const byId = all.find(({ id }) => id === word);
  if (byId !== undefined) return byId;
  const [player, ...more] = all.filter(({ name }) => name.toLowerCase() === word.toLowerCase());
  if (player !== undefined && more.length === 0) return player;
  const shown = JSON.stringify(word.slice(0, 80));
  throw new CliError(
    EXIT.refused,
    player === undefined
      ? `There is no player ${shown}. \`cuedeck fleet list\` shows them.`
      : `${more.length + 1} players are called ${shown}. Give the id.`,
  );
};

/**
 * No word may mean two players.
 * @throws CliError when another player has the name, or has it as its id; in upper or lower case
 */
export const checkNameFree = (all: readonly FleetPlayer[], player: FleetPlayer, name: string): void => {
  const isSame = (word: string): boolean => word.toLowerCase() === name.toLowerCase();
  const other = all.find(({ id, name: itsName }) => id !== player.id && (isSame(id) || isSame(itsName)));
  if (other === undefined) return;
  const shown = JSON.stringify(name.slice(0, 80));
  const reason = isSame(other.id) ? `that is the id of another player` : `${other.id} is called that`;
  throw new CliError(EXIT.refused, `${player.id} does not become ${shown}: ${reason}. Choose another name.`);
};

const notEmpty = (players: readonly FleetPlayer[], message: string): readonly FleetPlayer[] => {
  if (players.length === 0) throw new CliError(EXIT.refused, message);
  return players;
};
