// `cuedeck fleet list` and `status`: who is there, and how everyone is.
import type { FleetPlayer } from '../../mqtt/fleet/registry.ts';
import { EXIT } from '../cli-error.ts';
import type { Command } from '../command.ts';
import { toPrintable, toTable, toTimeText } from '../format.ts';
import { CHOICE_OPTIONS, choosePlayers, NOBODY } from './choice.ts';
import { withFleet } from './connection.ts';

const toRow = ({ id, name, isOnline, groups, urls, version, clips }: FleetPlayer): readonly string[] => [
  id,
  name === id ? '' : name,
  isOnline ? 'online' : 'offline',
  groups.join(' '),
  urls[0] ?? '',
  String(clips),
  version,
];

export const FLEET_LIST_COMMAND: Command = {
  name: 'fleet list',
  takes: [],
  options: [],
  meaning: 'lists the players that the broker knows: id, name, groups, address, number of clips, version',
  more: 'The broker is the one of CUEDECK_MQTT_URL; the other CUEDECK_MQTT settings and CUEDECK_TOKEN are those of the players.',
  run: (call) =>
    withFleet(call, async (fleet) => {
      const players = fleet.players();
      if (players.length === 0) return { lines: [NOBODY], json: [] };
      return {
        lines: toTable([['ID', 'NAME', '', 'GROUPS', 'ADDRESS', 'CLIPS', 'VERSION'], ...players.map(toRow)]),
        json: players,
      };
    }),
};

const toClockText = ({ clockUncertaintySeconds: seconds }: FleetPlayer): string =>
  seconds === undefined ? 'not kept' : `± ${(seconds * 1000).toFixed(1)} ms`;

const toStatusLines = (player: FleetPlayer): readonly string[] => {
  const { id, clip, state, armedAt, positionSeconds, remainingSeconds, loops, faults, tooSlow, isOnline } = player;
  const starts = armedAt === undefined ? '' : `, starts at ${armedAt}`;
  const left = loops ? 'loops' : `${toTimeText(remainingSeconds)} left`;
  const times = `${toTimeText(positionSeconds)}, ${left}${starts}`;
  const doing = isOnline ? `${state} ${clip}, ${times}; clock ${toClockText(player)}` : 'offline';
  const slow = tooSlow.length === 0 ? [] : [`  too slow for ${tooSlow.join(', ')}`];
  return [`${id}: ${doing}`, ...(isOnline ? [...faults.map((fault) => `  ${fault}`), ...slow] : [])].map(toPrintable);
};

export const FLEET_STATUS_COMMAND: Command = {
  name: 'fleet status',
  takes: [],
  options: CHOICE_OPTIONS,
  meaning: 'shows playback, remaining time, clock accuracy and faults of each player',
  more: 'The exit code is 1 when a player has a fault.',
  run: (call) =>
    withFleet(call, async (fleet) => {
      const { players } = choosePlayers(fleet.players(), call.options);
      return {
        lines: players.flatMap(toStatusLines),
        json: players,
        exit: players.every(({ faults }) => faults.length === 0) ? EXIT.done : EXIT.refused,
      };
    }),
};
