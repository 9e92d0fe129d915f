// `cuedeck fleet forget`: takes away what the broker keeps of players that do not come back.
import { toReason } from '../../base/errors.ts';
import type { FleetClient } from '../../mqtt/fleet/client.ts';
import type { FleetPlayer } from '../../mqtt/fleet/registry.ts';
import { toDiscoveryTopic } from '../../mqtt/reports/home-assistant.ts';
import { createTopics, REPORTS, type Report } from '../../mqtt/topics.ts';
import type { Command } from '../command.ts';
import { findPlayersOf } from './choice.ts';
import { withFleet } from './connection.ts';
import { type Outcome, toOutcomeAnswer } from './outcome.ts';

/**
 * Retained topics of a player, `online` last: until that is removed, the player is listed and can be forgotten again.
 * @param prefix topic prefix of Home Assistant discovery; undefined: none
 */
export const toKeptTopics = (
  { id }: Pick<FleetPlayer, 'id'>,
  others: readonly Pick<FleetPlayer, 'id'>[],
  { root, prefix }: { readonly root: string; readonly prefix: string | undefined },
): readonly string[] => {
  const { reports } = createTopics({ root, id, groups: [] });
  const kept = (Object.keys(REPORTS) as Report[]).filter((name) => REPORTS[name].retained && name !== 'online');
  const discovery = prefix === undefined ? [] : [toDiscoveryTopic({ prefix, id })];
  // Two ids may share an object id there, such as `a.b` and `a_b`.
  const isShared = (topic: string): boolean =>
    prefix !== undefined && others.some((other) => toDiscoveryTopic({ prefix, id: other.id }) === topic);
  return [...discovery.filter((topic) => !isShared(topic)), ...kept.map((name) => reports[name]), reports.online];
};

const forget = async (fleet: FleetClient, id: string, topics: readonly string[]): Promise<Outcome> => {
  try {
    await fleet.clear(topics);
    return { player: id, isDone: true, text: 'is forgotten' };
  } catch (error) {
    return { player: id, isDone: false, text: `the broker does not forget it: ${toReason(error)}` };
  }
};

export const FLEET_FORGET_COMMAND: Command = {
  name: 'fleet forget',
  takes: [{ name: 'PLAYER', isRepeated: true }],
  options: [],
  meaning: 'removes players that are gone for good from the broker and from Home Assistant',
  more: 'Players that are online are rejected. A player that is switched on again returns by itself. CUEDECK_MQTT_DISCOVERY must be the topic root that the players use for Home Assistant.',
  run: (call) =>
    withFleet(call, async (fleet) => {
      const { mqttRoot: root, mqttDiscovery: prefix } = call.place;
      const outcomes: Outcome[] = [];
      for (const { id, isOnline } of findPlayersOf(fleet.players(), call.arguments)) {
        const others = fleet.players().filter((player) => player.id !== id);
        outcomes.push(
          isOnline
            ? { player: id, isDone: false, text: 'it is online; switch it off first' }
            : await forget(fleet, id, toKeptTopics({ id }, others, { root, prefix })),
        );
      }
      return toOutcomeAnswer(outcomes);
    }),
};
