// Fifty simulated players and four real daemons on one broker: how fast commands reach them all, and that none is lost.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDaemonFolder, startDaemon } from '../e2e/daemon.ts';
import { videoClip } from '../fakes/memory-clip-store.ts';
import { media } from '../media/media.ts';
import { startBroker } from './broker.ts';
import { connectOperator } from './operator.ts';
import { createService } from './service-under-test.ts';

const SIMULATED = 50;
const REAL = 4;
const ALL = SIMULATED + REAL;
const ROUNDS = 100;
const LIMIT_MS = 50;

test(`a command to all reaches ${SIMULATED} simulated players and ${REAL} daemons, p99 within ${LIMIT_MS} ms; after a broker's death all are back`, async () => {
  const broker = await startBroker();
  const clips = [videoClip('film', { name: 'film.mp4' })];
  /** When each simulated player last did what it was told. */
  const acted: number[] = [];
  for (let index = 0; index < SIMULATED; index += 1) {
    const { deck } = await createService(broker.url, { id: `simulated-${index}`, groups: ['stage'], clips });
    deck.subscribe((next, before) => {
      if (next.transport !== before.transport) acted[index] = performance.now();
    });
  }
  for (let index = 0; index < REAL; index += 1) {
    const folder = createDaemonFolder();
    copyFileSync(media('numbered-25.mp4'), join(folder, 'clips', 'film.mp4'));
    const environment = {
      CUEDECK_MQTT_URL: broker.url,
      CUEDECK_MQTT_PLAYER: `real-${index}`,
      CUEDECK_MQTT_GROUPS: 'stage',
    };
    const daemon = await startDaemon({ folder, environment });
    onTestFinished(() => daemon.dispose());
  }
  const operator = await connectOperator(broker.url);
  onTestFinished(async () => {
    await operator.end();
    await broker.dispose();
  });
  const online = () =>
    ([...Array(SIMULATED).keys()].every(
      (index) => operator.text(`cuedeck/player/simulated-${index}/online`) === 'online',
    ) &&
      [...Array(REAL).keys()].every((index) => operator.text(`cuedeck/player/real-${index}/online`) === 'online')) ||
    undefined;
  await operator.until(online, 60);
  await operator.ask('cuedeck/all/do/select', 'film.mp4', ALL, 30);
  // The operator keeps no reports while it measures: it has only one processor's share itself.
  await operator.client.unsubscribeAsync('cuedeck/#');

  const times: number[] = [];
  const answered: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    operator.answers.length = 0;
    const command = round % 2 === 0 ? 'play' : 'pause';
    const start = performance.now();
    const answers = await operator.ask(`cuedeck/${round % 3 === 0 ? 'all' : 'group/stage'}/do/${command}`, '', ALL, 30);
    // A daemon's answer comes after the deed, so it counts for the command's arrival, too.
    const daemons = operator.answers.filter(({ body }) => String(body.player).startsWith('real-'));
    times.push(...acted.map((at) => at - start), ...daemons.map(({ at }) => at - start));
    answered.push(...operator.answers.map(({ at }) => at - start));
    expect(new Set(answers.map(({ player }) => player)).size).toBe(ALL);
    expect(answers.filter(({ error }) => error !== undefined)).toEqual([]);
  }
  const toFigures = (values: number[]): readonly [text: string, p99: number] => {
    values.sort((one, other) => one - other);
    const [median, p99, worst] = [0.5, 0.99, 1].map(
      (part) => values[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN,
    );
    return [
      `median ${median?.toFixed(1)} ms, p99 ${p99?.toFixed(1)} ms, worst ${worst?.toFixed(1)} ms of ${values.length}`,
      p99 ?? Number.NaN,
    ];
  };
  const [reach, p99] = toFigures(times);
  console.log(`command sent to carried out: ${reach}; to its answer: ${toFigures(answered)[0]}`);

  await operator.client.subscribeAsync('cuedeck/#', { qos: 1 });
  operator.forget();
  await broker.kill();
  await broker.start();
  const died = performance.now();
  await operator.until(online, 60);
  console.log(`all back ${((performance.now() - died) / 1000).toFixed(1)} s after the broker`);
  expect(await operator.ask('cuedeck/all/do/status', '', ALL, 30)).toHaveLength(ALL);
  expect(p99).toBeLessThanOrEqual(LIMIT_MS);
});
