// What the doctor says of the broker: whether the player answers there, and why not.
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { examineBroker } from '../../src/cli/doctor/broker-check.ts';
import { findPlayer } from '../../src/config/player-connection.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { startBroker } from '../mqtt/broker.ts';
import { createService } from '../mqtt/service-under-test.ts';

/** The device id of the player under test. */
const DEVICE = '00000000000000aa';

const examine = (settings: Readonly<Record<string, string>>, deviceId: string | undefined = DEVICE) =>
  examineBroker({ ...findPlayer(settings), isUnit: true, closedConf: undefined }, deviceId);
const RESTART = 'sudo systemctl restart cuedeck-player';

const start = async (options: Parameters<typeof startBroker>[0] = {}) => {
  const broker = await startBroker(options);
  onTestFinished(() => broker.dispose());
  return broker;
};

test('without a broker it says nothing; with settings that are not for this user, that it does not know', async () => {
  expect(await examine({})).toEqual([]);
  const closed = { ...findPlayer({}), closedConf: '/etc/cuedeck/player.conf' };
  expect(await examineBroker(closed, DEVICE)).toEqual([
    {
      part: 'Broker',
      verdict: 'unknown',
      text: 'Whether one is set is in /etc/cuedeck/player.conf, which is not for this user.',
      advice: 'Use sudo.',
    },
  ]);
});

test('a player that answers over the broker is connected; another one of its name, or none, is a problem', async () => {
  const broker = await start({ users: { crew: 'se:cret' } });
  const host = `127.0.0.1:${broker.port}`;
  const settings = {
    CUEDECK_MQTT_URL: broker.url.replace('//', '//crew:se%3Acret@'),
    CUEDECK_MQTT_PLAYER: 'one',
  };
  expect(await examine(settings)).toEqual([
    {
      part: 'Broker',
      verdict: 'problem',
      text: `The broker at ${host} takes the settings, but one is not connected to it.`,
      advice: `It looks for it every 30 s, cuedeck logs says why in vain; after a change of settings ${RESTART}.`,
    },
  ]);
  const { machine, log } = await createService(broker.url, { user: 'crew', password: 'se:cret' });
  while (log.lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(await examine(settings, machine.deviceId)).toEqual([
    { part: 'Broker', verdict: 'good', text: `The player is connected to ${host} as one.` },
  ]);
  expect(await examine(settings, 'another')).toEqual([
    {
      part: 'Broker',
      verdict: 'problem',
      text: `At the broker at ${host} another player, ${machine.hostName()}, answers as one.`,
      advice: `Set a CUEDECK_MQTT_PLAYER of its own on each of the two; then ${RESTART}.`,
    },
  ]);
  expect(await examine({ ...settings, CUEDECK_MQTT_PASSWORD: 'guess' })).toEqual([
    {
      part: 'Broker',
      verdict: 'problem',
      text: `The broker at ${host} refuses the user or the password.`,
      advice: `Set CUEDECK_MQTT_USER and CUEDECK_MQTT_PASSWORD as the broker has them; then ${RESTART}.`,
    },
  ]);
});

test('without a running player the settings are tried nevertheless', async () => {
  const broker = await start();
  expect(await examineBroker(findPlayer({ CUEDECK_MQTT_URL: broker.url }), undefined)).toEqual([
    {
      part: 'Broker',
      verdict: 'good',
      text: `The broker at 127.0.0.1:${broker.port} takes the settings; the player was not asked.`,
    },
  ]);
  await broker.kill();
  expect(await examine({ CUEDECK_MQTT_URL: broker.url })).toEqual([
    {
      part: 'Broker',
      verdict: 'problem',
      text: `The broker at 127.0.0.1:${broker.port} cannot be reached: nothing listens there.`,
      advice: `Start the broker, the player finds it by itself; or set CUEDECK_MQTT_URL right, then ${RESTART}.`,
    },
  ]);
});

test('over TLS it names the setting of the authority, and what does not answer is given up', async () => {
  const broker = await start({ tls: true });
  expect(await examine({ CUEDECK_MQTT_URL: broker.url })).toMatchObject([
    { verdict: 'problem', advice: `Name the file of its authority in CUEDECK_MQTT_CA; then ${RESTART}.` },
  ]);
  const known = { CUEDECK_MQTT_URL: broker.url, CUEDECK_MQTT_CA: join(broker.folder, 'ca.pem') };
  expect(await examineBroker(findPlayer(known), undefined)).toMatchObject([{ verdict: 'good' }]);
  const absent = join(await temporaryFolder(), 'absent.pem');
  expect(await examine({ ...known, CUEDECK_MQTT_CA: absent })).toMatchObject([
    { verdict: 'problem', text: `CUEDECK_MQTT_CA=${absent}: it is not there (ENOENT).` },
  ]);
  expect(await examine({ ...known, CUEDECK_MQTT_CA: '/etc/passwd' })).toMatchObject([
    { verdict: 'problem', text: 'CUEDECK_MQTT_CA=/etc/passwd: it holds no certificate in PEM.' },
  ]);
  const silent = createServer((socket) => socket.on('error', () => undefined));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void silent.close());
  const place = silent.address();
  const port = typeof place === 'object' ? place?.port : 0;
  expect(await examine({ CUEDECK_MQTT_URL: `mqtt://127.0.0.1:${port}` })).toMatchObject([
    { verdict: 'problem', advice: expect.stringContaining('Check CUEDECK_MQTT_URL') },
  ]);
});
