// A player of a group that loses its mpv comes back to the others by itself, be it the leader; going by their screens.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../e2e/client.ts';
import { askMaintenance } from '../mpv/real-mpv.ts';
import { type Broker, startBroker } from '../mqtt/broker.ts';
import { type Appearance, type Member, startMember, stopMember, watchScreens } from '../mqtt/four-players.ts';
import { connectOperator, type Operator } from '../mqtt/operator.ts';

const CLIP = 'numbered-25.mp4';
const FRAME_MS = 40;
const LOOP_SECONDS = 10;
const LOOP_MS = LOOP_SECONDS * 1000;
const SAMPLE_MS = 600;
const LEAD_SECONDS = 2;
const AFTER_START_MS = 3000;
const MAX_STARTS = 10;
const IDS = ['p1', 'p2', 'p3'] as const;
/** Where they end up is within a frame; the machine that looks may be late by as much. */
const IN_SYNC_MS = 2 * FRAME_MS;
const SEEK_MS = 500;
/** It takes seconds; on a machine that holds others up for a third of a second, these need half a minute to be together. */
const RECOVERY_SECONDS = 60;

let broker: Broker;
let operator: Operator;
const members: Member[] = [];
beforeAll(async () => {
  broker = await startBroker();
  operator = await connectOperator(broker.url);
  for (const id of IDS) members.push(await startMember(broker.url, { id, clockOffsetSeconds: 0, ppm: 0 }, [CLIP]));
  for (const id of IDS)
    await operator.when(`cuedeck/player/${id}/status`, ({ playerRunning }) => playerRunning === true, 60);
  for (const { daemon } of members) {
    await createClient(daemon.url).get('/update_clip', {
      id: 1,
      name: CLIP,
      startat: 0,
      endat: LOOP_SECONDS,
      loop: true,
    });
  }
}, 180_000);
afterAll(async () => {
  for (const member of members) await stopMember(member);
  await operator.end();
  await broker.dispose();
});

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

const shorterWay = (milliseconds: number): number => milliseconds - LOOP_MS * Math.round(milliseconds / LOOP_MS);

const middleOf = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** When each screen's loop began, going by the frames of a short look; NaN for one that stands. Milliseconds. */
const sampleOrigins = async (): Promise<readonly number[]> => {
  const watch = watchScreens(members);
  await pause(SAMPLE_MS);
  const seen = await watch.stop();
  return seen.map((list) => middleOf(list.slice(1).map(({ frame, at }) => at - frame * FRAME_MS)));
};

/** How far each is from the one that is asked about, milliseconds. */
const distances = (origins: readonly number[], from: number): readonly number[] =>
  origins.map((origin) => Math.abs(shorterWay(origin - (origins[from] ?? Number.NaN))));

/**
 * @param alone the one that need not be with the others
 * @returns how far each is from the others, milliseconds, in the look that found them together
 */
const untilTogether = async (seconds: number, alone?: number): Promise<readonly number[]> => {
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    const apart = distances(await sampleOrigins(), alone === 0 ? 1 : 0);
    if (apart.every((distance, index) => index === alone || distance < IN_SYNC_MS)) return apart;
    if (performance.now() > deadline) throw new Error(`still apart by ${apart.map(Math.round)} ms`);
  }
};

/**
 * Places where a screen went elsewhere; a frame that is left out is none, nor is the turn of the loop, nor what was played
 * while nobody looked.
 */
const jumpsIn = (list: readonly Appearance[]): readonly (readonly [number, number])[] =>
  list.flatMap(({ frame, at }, index) => {
    const before = list[index - 1] ?? { frame, at };
    const step = (frame - before.frame) * FRAME_MS;
    const isElsewhere = [step, step - (at - before.at)].every((away) => Math.abs(shorterWay(away)) > SEEK_MS);
    return isElsewhere ? [[before.frame, frame]] : [];
  });

/** As they have from the test before, or from a new start; one that the machine holds up is made again. */
const playTogether = async (): Promise<void> => {
  if (IDS.every((id) => operator.json(`cuedeck/player/${id}/position`)?.sync)) {
    await untilTogether(RECOVERY_SECONDS);
    return;
  }
  for (let tries = 1; tries <= MAX_STARTS; tries += 1) {
    const answers = await operator.ask(
      'cuedeck/group/band/do/fire',
      { clip: CLIP, at: Date.now() / 1000 + LEAD_SECONDS },
      (given) => given.filter(({ phase }) => phase !== 'ready').length === IDS.length,
      30,
    );
    if (answers.filter(({ phase }) => phase === 'started').length < IDS.length) continue;
    await pause(AFTER_START_MS);
    await untilTogether(RECOVERY_SECONDS);
    return;
  }
  throw new Error('the players do not start together');
};

const mpvOf = async (index: number): Promise<number> => {
  const member = members[index];
  if (member === undefined) throw new Error(`no member ${index}`);
  return Number(await askMaintenance(member.daemon.socketPath, ['get_property', 'pid']));
};

/** Kills it, and waits for the next one. */
const replaceMpvOf = async (index: number): Promise<void> => {
  const pid = await mpvOf(index);
  process.kill(pid, 'SIGKILL');
  const next = (): Promise<number> => mpvOf(index).catch(() => pid);
  await expect.poll(next, { timeout: RECOVERY_SECONDS * 1000 }).not.toBe(pid);
};

const untilRolesAre = async (roles: readonly (string | null)[]): Promise<void> => {
  for (const [index, id] of IDS.entries()) {
    const role = roles[index] ?? null;
    await operator.when(
      `cuedeck/player/${id}/position`,
      ({ sync }) => (role === null ? sync === null : JSON.stringify(sync).includes(`"${role}"`)),
      RECOVERY_SECONDS,
    );
  }
};

describe('mpv killed in the middle of a loop that three players play together', () => {
  test.each([
    ['a follower', 1],
    ['the leader', 0],
  ] as const)('%s: the others run on, it is back with them within seconds', async (_who, killed) => {
    await playTogether();
    const others = members.filter((_, index) => index !== killed);
    const watch = watchScreens(others);
    await replaceMpvOf(killed);
    await untilTogether(RECOVERY_SECONDS);
    for (const list of await watch.stop()) expect(jumpsIn(list)).toEqual([]);
    await untilRolesAre(['leader', 'follower', 'follower']);
  });

  test('three times within a few seconds, and still back', async () => {
    await playTogether();
    for (const _ of IDS) {
      await replaceMpvOf(2);
      await pause(1500);
    }
    await untilTogether(RECOVERY_SECONDS);
    await untilRolesAre(['leader', 'follower', 'follower']);
  });

  test('frozen for seconds and replaced: back as well', async () => {
    await playTogether();
    const pid = await mpvOf(1);
    const since = operator.heard.length;
    process.kill(pid, 'SIGSTOP');
    // Of all that was said: that there is none lasts a moment.
    await operator.until(() => {
      const running = operator.heard
        .slice(since)
        .filter(({ topic }) => topic === 'cuedeck/player/p2/status')
        .map(({ text }) => JSON.parse(text).playerRunning);
      return running.includes(false) && running.at(-1) === true ? true : undefined;
    });
    await untilTogether(RECOVERY_SECONDS);
    await untilRolesAre(['leader', 'follower', 'follower']);
  });
});

test.each([
  ['a follower', 1, ['leader', null, 'follower']],
  ['the leader', 0, [null, 'leader', 'follower']],
] as const)('%s sent elsewhere by somebody goes there alone', async (_who, index, roles) => {
  await playTogether();
  const client = createClient(members[index]?.daemon.url ?? '');
  const { TIMECODE } = await client.status();
  expect((await client.get('/goto_secs', { secs: ((TIMECODE + 4) % LOOP_SECONDS).toFixed(2) })).status).toBe(200);
  await pause(8000);
  const apart = await untilTogether(RECOVERY_SECONDS, index);
  expect(apart[index]).toBeGreaterThan(2000);
  await untilRolesAre(roles);
});

test('a whole player that is killed and started again finds back to the loop that the others play', async () => {
  const last = members.at(-1);
  if (last === undefined) throw new Error('nobody is there');
  const response = await fetch(`${last.daemon.url}/api/v1/device`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ powerOn: 'play-last' }),
  });
  expect(response.status).toBe(200);
  await playTogether();
  await last.daemon.end('SIGKILL');
  members[members.length - 1] = await last.restart();
  await untilTogether(RECOVERY_SECONDS);
  await untilRolesAre(['leader', 'follower', 'follower']);
});
