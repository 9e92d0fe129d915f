// `cuedeck fleet` at a broker with TLS: what is not trusted names the setting that would help.
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { refused, runCuedeck } from '../e2e/cuedeck.ts';
import { startBroker } from '../mqtt/broker.ts';

test('a broker that is not trusted, a file without a certificate and a wrong host each name what to look at', async () => {
  const broker = await startBroker({ tls: true });
  onTestFinished(() => broker.dispose());
  const list = (environment: Readonly<Record<string, string>>) =>
    runCuedeck(['fleet', 'list'], { environment: { CUEDECK_MQTT_URL: broker.url, ...environment } });
  const known = { CUEDECK_MQTT_CA: join(broker.folder, 'ca.pem') };
  const nobody = 'The broker knows of no player. Is it online, and at this broker?\n';
  expect(await list(known)).toEqual({ code: 0, out: nobody, err: '' });
  expect((await list({})).err).toMatch(/ Check CUEDECK_MQTT_CA: it names the file of the broker's authority\.\n$/);
  expect(await list({ CUEDECK_MQTT_CA: '/etc/passwd' })).toEqual(
    refused(78, 'CUEDECK_MQTT_CA="/etc/passwd" is refused: it holds no certificate in PEM.'),
  );
  const elsewhere = broker.url.replace('localhost', '127.0.0.1');
  const { err } = await list({ ...known, CUEDECK_MQTT_URL: elsewhere });
  expect(err).toMatch(/ Check the host in CUEDECK_MQTT_URL: the certificate is for another one\.\n$/);
});
