// Four daemons with wrong clocks that they know of, and wrong tempos, fired over MQTT.

import { createClient } from '../../test/e2e/client.ts';
import type { MediaName } from '../../test/media/media.ts';
import { type Member, type Musician, startMember, stopMember } from '../../test/mqtt/band.ts';
import { connectOperator, type Operator } from '../../test/mqtt/operator.ts';
import type { Band } from './starts.ts';

const UP_SECONDS = 60;
const ANSWER_SECONDS = 30;

export interface DaemonBand extends Band {
  readonly members: readonly Member[];
  readonly operator: Operator;
  /** The whole clip again and again, from now on. */
  loop(clip: string, endSeconds: number): Promise<void>;
  stop(): Promise<void>;
}

export const startDaemonBand = async (
  brokerUrl: string,
  musicians: readonly Musician[],
  clips: readonly MediaName[],
): Promise<DaemonBand> => {
  const operator = await connectOperator(brokerUrl);
  const members: Member[] = [];
  for (const musician of musicians) members.push(await startMember(brokerUrl, musician, clips));
  for (const { id } of musicians)
    await operator.when(`cuedeck/player/${id}/status`, ({ playerRunning }) => playerRunning === true, UP_SECONDS);
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
        ANSWER_SECONDS,
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
