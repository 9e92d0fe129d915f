// A player that stood still, as a machine does that is held up or asleep: nothing that it was told meanwhile is done late.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDaemonFolder, startDaemon } from '../../e2e/daemon.ts';
import { media } from '../../media/media.ts';
import { startBroker } from '../broker.ts';
import { connectOperator } from '../operator.ts';

test('a command that a frozen player finds in its socket is not carried out, though nobody keeps its clock', async () => {
  const broker = await startBroker();
  const operator = await connectOperator(broker.url);
  const folder = createDaemonFolder();
  copyFileSync(media('numbered-25.mp4'), join(folder, 'clips', 'film.mp4'));
  const environment = { CUEDECK_MQTT_URL: broker.url, CUEDECK_MQTT_PLAYER: 'box' };
  const daemon = await startDaemon({ folder, environment, seconds: 60 });
  onTestFinished(async () => {
    daemon.process.kill('SIGCONT');
    await daemon.dispose();
    await operator.end();
    await broker.dispose();
  });
  await operator.when('cuedeck/player/box/clips', (clips) => Array.isArray(clips) && clips.length === 2);
  await operator.when('cuedeck/player/box/status', ({ playerRunning }) => playerRunning === true);
  await operator.ask('cuedeck/player/box/do/status');
  daemon.process.kill('SIGSTOP');
  await operator.say('cuedeck/player/box/do/fire', 'film.mp4');
  // Old enough for the player, and not for the broker, which ends a connection that is silent for 7.5 s.
  await new Promise((resolve) => setTimeout(resolve, 6200));
  operator.forget();
  daemon.process.kill('SIGCONT');
  await operator.until(
    () => operator.text('cuedeck/player/box/refusal') ?? operator.heard.find(({ text }) => text === 'online'),
  );
  // What a late start would need to be seen.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const [status] = await operator.ask('cuedeck/player/box/do/status');
  expect(status).toMatchObject({ number: 0, playing: false });
  const [fired] = await operator.ask('cuedeck/player/box/do/fire', 'film.mp4');
  expect(fired).toMatchObject({ clip: 'film.mp4', playing: true });
});
