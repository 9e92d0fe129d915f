// The floor: bare MQTT clients that answer a message at once and do nothing else, several in one process.
import { connectAsync } from 'mqtt';
import { sendAtOnce } from '../../src/mqtt/broker/connection.ts';
import { serveWorker } from './client-processes.ts';
import { nowMs } from './monotonic.ts';

await serveWorker(async ({ url, count }, times) => {
  for (let index = 0; index < count; index += 1) {
    const client = await connectAsync(url, { protocolVersion: 5 });
    sendAtOnce(client);
    client.on('message', (_topic, payload, { properties }) => {
      times.push(nowMs());
      const { responseTopic, correlationData } = properties ?? {};
      if (responseTopic === undefined) return;
      client.publish(responseTopic, payload, { qos: 1, properties: { ...(correlationData && { correlationData }) } });
    });
    await client.subscribeAsync('bare', { qos: 1 });
  }
});
