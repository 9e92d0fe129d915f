// The daemon as a whole on a broker: found, fired, killed without a word, back with the truth.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDaemonFolder, startDaemon } from '../e2e/daemon.ts';
import { media } from '../media/media.ts';
import { startBroker } from './broker.ts';
import { connectOperator } from './operator.ts';

test('a daemon plays by MQTT, is offline by its last will when it is killed, and comes back with the truth alone', async () => {
  const broker = await startBroker();
  const operator = await connectOperator(broker.url);
  const folder = createDaemonFolder();
  copyFileSync(media('numbered-25.mp4'), join(folder, 'clips', 'film.mp4'));
  const environment = { CUEDECK_MQTT_URL: broker.url, CUEDECK_MQTT_PLAYER: 'box' };
  const start = () => startDaemon({ folder, environment });
  const first = await start();
  let last = first;
  onTestFinished(async () => {
    await last.dispose();
    await operator.end();
    await broker.dispose();
  });
  await operator.when('cuedeck/player/box/clips', (clips) => Array.isArray(clips) && clips.length === 2);
  const [fired] = await operator.ask('cuedeck/player/box/do/fire', 'film.mp4');
  expect(fired).toMatchObject({ player: 'box', command: 'fire', clip: 'film.mp4', playing: true });
  await operator.when('cuedeck/player/box/position', ({ positionSeconds }) => Number(positionSeconds) > 0.5);
  await first.end('SIGKILL');
  await operator.until(() => operator.text('cuedeck/player/box/online') === 'offline' || undefined);
  await operator.say('cuedeck/player/box/do/fire', 'film.mp4');
  operator.forget();
  last = await start();
  await operator.until(() => operator.text('cuedeck/player/box/online') === 'online' || undefined);
  const [status] = await operator.ask('cuedeck/player/box/do/status');
  expect(status).toMatchObject({ number: 0, playing: false });
  expect(await last.end('SIGTERM')).toBe(0);
  await operator.until(() => operator.text('cuedeck/player/box/online') === 'offline' || undefined);
});

test('without a broker set, nothing of MQTT is there; an authority that cannot be read is a bad setting', async () => {
  const daemon = await startDaemon();
  onTestFinished(() => daemon.dispose());
  expect(daemon.lines.filter((line) => line.includes('broker'))).toEqual([]);
  await expect(
    startDaemon({ environment: { CUEDECK_MQTT_URL: 'mqtts://localhost:1', CUEDECK_MQTT_CA: '/nowhere/ca.pem' } }),
  ).rejects.toThrow(/ended with 78:\nCUEDECK_MQTT_CA="\/nowhere\/ca.pem" is refused: it is not there \(ENOENT\)\./);
});
