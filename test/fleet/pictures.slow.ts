// Players that want a token show their pictures in each other's Fleet view, each with a token of its own.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDaemonFolder, startDaemon } from '../e2e/daemon.ts';
import { media } from '../media/media.ts';
import { startBroker } from '../mqtt/broker.ts';
import { connectOperator } from '../mqtt/operator.ts';

const POLL = { timeout: 60_000, interval: 500 };

test("a player's picture comes through another whose token is another one", async () => {
  const broker = await startBroker();
  onTestFinished(() => broker.dispose());
  const start = async (id: string) => {
    const folder = createDaemonFolder();
    copyFileSync(media('numbered-25.mp4'), join(folder, 'clips', 'film.mp4'));
    const token = `token of ${id}`;
    const environment = { CUEDECK_MQTT_URL: broker.url, CUEDECK_MQTT_PLAYER: id, CUEDECK_TOKEN: token };
    const daemon = await startDaemon({ folder, environment, seconds: 60 });
    onTestFinished(() => daemon.dispose());
    return (path: string) => fetch(`${daemon.url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
  };
  const [left] = [await start('left'), await start('right')];
  const operator = await connectOperator(broker.url);
  onTestFinished(() => operator.end());
  const ready = ({ playerRunning }: { readonly playerRunning?: unknown }): boolean => playerRunning === true;
  await operator.when('cuedeck/player/right/status', ready, 60);
  await operator.when('cuedeck/player/right/clips', (clips) => Array.isArray(clips) && clips.length === 2, 60);
  expect(await operator.ask('cuedeck/player/right/do/select', 'film.mp4', 1, 30)).toMatchObject([{ clip: 'film.mp4' }]);
  const picture = async () => {
    const response = await left('/fleet/right/thumbnail');
    const bytes = Buffer.from(await response.arrayBuffer());
    return [response.status, bytes.subarray(0, 3).toString('hex')];
  };
  await expect.poll(picture, POLL).toEqual([200, 'ffd8ff']);
  for (const { text } of operator.heard) expect(text).not.toContain('token of');
});
