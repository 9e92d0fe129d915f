// The daemon as a whole on a broker: found, fired, killed without a word, back with the truth.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../e2e/client.ts';
import { createDaemonFolder, startDaemon } from '../e2e/daemon.ts';
import { whenSaved } from '../e2e/saved-resume-point.ts';
import { media } from '../media/media.ts';
import { startBroker } from './broker.ts';
import { connectOperator } from './operator.ts';

test('a daemon plays by MQTT, is offline by its last will when it is killed, and comes back with the truth alone', async () => {
  const broker = await startBroker();
  const operator = await connectOperator(broker.url);
  const folder = createDaemonFolder();
  for (const clip of ['film.mp4', 'next.mp4']) copyFileSync(media('numbered-25.mp4'), join(folder, 'clips', clip));
  const environment = { CUEDECK_MQTT_URL: broker.url, CUEDECK_MQTT_PLAYER: 'box' };
  const start = () => startDaemon({ folder, environment, seconds: 60 });
  let daemon = await start();
  onTestFinished(async () => {
    await daemon.dispose();
    await operator.end();
    await broker.dispose();
  });
  await operator.when('cuedeck/player/box/clips', (clips) => Array.isArray(clips) && clips.length === 3);
  await operator.when('cuedeck/player/box/status', ({ playerRunning }) => playerRunning === true);
  const loop = { id: 1, name: 'film.mp4', startat: 0, endat: 10, loop: true };
  expect((await createClient(daemon.url).get('/update_clip', loop)).status).toBe(200);
  const [fired] = await operator.ask('cuedeck/player/box/do/fire', 'film.mp4');
  expect(fired).toMatchObject({ player: 'box', command: 'fire', clip: 'film.mp4', playing: true });
  await operator.when('cuedeck/player/box/position', ({ positionSeconds }) => Number(positionSeconds) > 0.5);

  /** Killed where it is, and started again; what it is told meanwhile is nothing. Resolves to its first status. */
  const killed = async (clipId: unknown, transport: string) => {
    await whenSaved(daemon, (kept) => kept.clipId === clipId && kept.transport === transport);
    await daemon.end('SIGKILL');
    await operator.until(() => operator.text('cuedeck/player/box/online') === 'offline' || undefined);
    await operator.say('cuedeck/player/box/do/fire', 'film.mp4');
    operator.forget();
    daemon = await start();
    await operator.until(() => operator.text('cuedeck/player/box/online') === 'online' || undefined);
    await operator.when('cuedeck/player/box/status', ({ playerRunning }) => playerRunning === true);
    const [status] = await operator.ask('cuedeck/player/box/do/status');
    return status;
  };
  expect(await killed(fired?.clipId, 'playing')).toMatchObject({ number: 1, playing: true });
  const [cued] = await operator.ask('cuedeck/player/box/do/select', 'next.mp4');
  expect(await killed(cued?.clipId, 'stopped')).toMatchObject({ number: 2, state: 'stopped', playing: false });
  expect(await daemon.end('SIGTERM')).toBe(0);
  await operator.until(() => operator.text('cuedeck/player/box/online') === 'offline' || undefined);
});

test('without a broker set, nothing of MQTT is there; an authority that cannot be read is a bad setting', async () => {
  const daemon = await startDaemon();
  onTestFinished(() => daemon.dispose());
  expect(daemon.lines.filter((line) => line.includes('broker'))).toEqual([]);
  await expect(
    startDaemon({ environment: { CUEDECK_MQTT_URL: 'mqtts://localhost:1', CUEDECK_MQTT_CA: '/nowhere/ca.pem' } }),
  ).rejects.toThrow(/ended with 78:\nCUEDECK_MQTT_CA="\/nowhere\/ca.pem" is refused: it is not there \(ENOENT\)\./);
  await expect(
    startDaemon({ environment: { CUEDECK_MQTT_URL: 'mqtts://localhost:1', CUEDECK_MQTT_CA: '/etc/passwd' } }),
  ).rejects.toThrow(/ended with 78:\nCUEDECK_MQTT_CA="\/etc\/passwd" is refused: it holds no certificate in PEM\./);
});
