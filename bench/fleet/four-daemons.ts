// Four daemons with wrong clocks that they know of, and wrong tempos, fired over MQTT.

import { createClient } from '../../test/e2e/client.ts';
import type { MediaName } from '../../test/media/media.ts';
import { type Member, type Player, startMember, stopMember } from '../../test/mqtt/four-players.ts';
import { connectOperator, type Operator } from '../../test/mqtt/operator.ts';
import type { Players } from './starts.ts';

const START_TIMEOUT_SECONDS = 60;
const ANSWER_TIMEOUT_SECONDS = 30;

export interface DaemonPlayers extends Players {
  readonly members: readonly Member[];
  readonly operator: Operator;
  /** The whole clip again and again, from now on. */
  loop(clip: string, endSeconds: number): Promise<void>;
  stop(): Promise<void>;
}

export const startDaemonPlayers = async (
  brokerUrl: string,
  musicians: readonly Player[],
  clips: readonly MediaName[],
): Promise<DaemonPlayers> => {
  const operator = await connectOperator(brokerUrl);
  const members: Member[] = [];
  for (const musician of musicians) members.push(await startMember(brokerUrl, musician, clips));
  for (const { id } of musicians)
    await operator.when(
      `cuedeck/player/${id}/status`,
      ({ playerRunning }) => playerRunning === true,
      START_TIMEOUT_SECONDS,
    );
  return {
    members,
    operator,
    screens: members.map(({ screen }) => screen),
    fire: async (clip, at) => {
      const answers = await operator.ask(
        'cuedeck/group/band/do/fire',
        { clip, at: at / 1000 },
        (given) =>
          given.filter(({ phase, error }) => phase === 'started' || error !== undefined).length === members.length,
        ANSWER_TIMEOUT_SECONDS,
      );
      return answers.flatMap(({ error }) => (typeof error === 'string' ? [error] : []));
    },
    loop: async (clip, endSeconds) => {
      for (const { daemon } of members) {
        const client = createClient(daemon.url);
        const id = (await client.status()).CLIPS.findIndex(({ Filename }) => Filename === clip);
        await client.get('/update_clip', { id, name: clip, startat: 0, endat: endSeconds, loop: true });
      }
    },
    stop: async () => {
      for (const member of members) await stopMember(member);
      await operator.end();
    },
  };
};
