// Fifty simulated players and four real daemons on one broker: commands reach them all, also after the broker has died.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDaemonFolder, startDaemon } from '../e2e/daemon.ts';
import { videoClip } from '../fakes/memory-clip-store.ts';
import { media } from '../media/media.ts';
import { startBroker } from '../mqtt/broker.ts';
import { connectOperator } from '../mqtt/operator.ts';
import { createService } from '../mqtt/service-under-test.ts';

const SIMULATED = 50;
const REAL = 4;
const ALL = SIMULATED + REAL;
const ROUNDS = 10;

test(`commands to all and to a group reach ${SIMULATED} simulated players and ${REAL} daemons; after a broker’s death all are back`, async () => {
  const broker = await startBroker();
  const clips = [videoClip('film', { name: 'film.mp4' })];
  for (let index = 0; index < SIMULATED; index += 1) {
    await createService(broker.url, { id: `simulated-${index}`, groups: ['stage'], clips });
  }
  for (let index = 0; index < REAL; index += 1) {
    const folder = createDaemonFolder();
    copyFileSync(media('numbered-25.mp4'), join(folder, 'clips', 'film.mp4'));
    const environment = {
      CUEDECK_MQTT_URL: broker.url,
      CUEDECK_MQTT_PLAYER: `real-${index}`,
      CUEDECK_MQTT_GROUPS: 'stage',
    };
    const daemon = await startDaemon({ folder, environment, seconds: 60 });
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
  await operator.ask('cuedeck/all/do/select', 'film.mp4', ALL, 60);
  for (let round = 0; round < ROUNDS; round += 1) {
    const command = round % 2 === 0 ? 'play' : 'pause';
    const answers = await operator.ask(`cuedeck/${round % 3 === 0 ? 'all' : 'group/stage'}/do/${command}`, '', ALL, 60);
    expect(new Set(answers.map(({ player }) => player)).size).toBe(ALL);
    expect(answers.filter(({ error }) => error !== undefined)).toEqual([]);
  }
  operator.forget();
  await broker.kill();
  await broker.start();
  await operator.until(online, 60);
  expect(await operator.ask('cuedeck/all/do/status', '', ALL, 60)).toHaveLength(ALL);
});
