// `cuedeck fleet rename`: gives a player another host name.
import type { Command } from '../command.ts';
import { createPlayerApi } from '../player-api.ts';
import { checkNameFree, findPlayerOf } from './choice.ts';
import { withFleet } from './connection.ts';
import { toOutcomeAnswer } from './outcome.ts';
import { toAddress } from './push-command.ts';

export const FLEET_RENAME_COMMAND: Command = {
  name: 'fleet rename',
  takes: [{ name: 'PLAYER' }, { name: 'NAME' }],
  options: [],
  meaning: 'changes the host name of a player; its id stays',
  more: 'A name that another player of the broker has as its name or its id is rejected, also when that player is offline.',
  run: (call) =>
    withFleet(call, async (fleet) => {
      const [word = '', hostname = ''] = call.arguments;
      const players = fleet.players();
      const player = findPlayerOf(players, word);
      checkNameFree(players, player, hostname);
      const api = createPlayerApi({ ...call.place, url: toAddress(player), isUnit: false });
      const { name } = await api.call('patch', '/device', { body: { name: hostname } });
      return toOutcomeAnswer([{ player: player.id, isDone: true, text: `is called ${name} now` }]);
    }),
};
