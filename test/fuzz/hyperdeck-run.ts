// Sends many requests over a connection, cut anywhere, and checks that the connection comes back to order.
import type { WireClient } from '../hyperdeck/wire-client.ts';
import { randomRequest } from './hyperdeck-inputs.ts';
import type { Random } from './random.ts';

const ASK_AGAIN_MS = 2000;

/** What may still be open is closed, and a known answer asked for: it has to come. */
const resynchronise = async (client: WireClient, mark: number): Promise<void> => {
  const prefix = `record prefix: mark ${mark}`;
  // A block is closed by the empty line; the mark is in no other answer.
  const ask = (): void =>
    client.send(
      `\r\n\r\nconfiguration: ${prefix}\r\nremote: override: true\r\nconfiguration: ${prefix}\r\nconfiguration\r\n`,
    );
  ask();
  // The setting is everyone's: another connection may set its own, or switch the remote off, between two of these lines.
  const asking = setInterval(ask, ASK_AGAIN_MS);
  await client
    .until(({ code, lines = [] }) => code === 211 && lines.includes(prefix))
    .finally(() => clearInterval(asking));
  client.messages.length = 0;
};

const NOT_SENT = /^(?:quit|watchdog)|HTTP\/\d/im;

export const runRequests = async (client: WireClient, random: Random, count: number): Promise<void> => {
  // The first line of a connection has to be one of this protocol.
  await client.say('ping');
  let sent = 0;
  for (let round = 1; sent < count; round += 1) {
    const batch: string[] = [];
    while (batch.length < 500 && sent + batch.length < count) {
      const request = randomRequest(random);
      if (!NOT_SENT.test(request)) batch.push(request);
    }
    sent += batch.length;
    await sendInPieces(client, Buffer.from(batch.join('')), random);
    await resynchronise(client, round);
  }
};

const sendInPieces = async (client: WireClient, bytes: Buffer, random: Random): Promise<void> => {
  for (let start = 0; start < bytes.length; ) {
    const end = Math.min(bytes.length, start + 1 + random.int(random.int(4) === 0 ? 8 : 6000));
    client.send(bytes.subarray(start, end));
    start = end;
    if (client.socket.writableNeedDrain) await new Promise((resolve) => client.socket.once('drain', resolve));
    else if (random.int(8) === 0) await new Promise(setImmediate);
  }
};

export const runCorpus = async (client: WireClient, requests: readonly string[], random: Random): Promise<void> => {
  for (const [index, request] of requests.entries()) {
    await sendInPieces(client, Buffer.from(`${request}\r\n`), random);
    await resynchronise(client, 1_000_000 + index);
  }
};
