// Clients that poll, in a process of their own: beside the measured one, their share of the work would count as the server's.
// Arguments: port, number of clients, seconds between two questions of each.
import { openPollingClient } from './polling-client.ts';

const [port = 0, count = 0, seconds = 0] = process.argv.slice(2).map(Number);
const clients = await Promise.all(Array.from({ length: count }, () => openPollingClient(port)));
process.send?.('polling');
await Promise.all(
  clients.map(async (client) => {
    for (;;) {
      await client.ask('transport info');
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  }),
);
