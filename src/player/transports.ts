// The transports of the player, in the order in which they start.
import { createHttp } from './http.ts';
import { createHyperDeck } from './hyperdeck.ts';
import { createMqtt } from './mqtt.ts';
import { createOsc } from './osc.ts';
import type { Listening, TransportContext, TransportRow } from './transport.ts';

const TRANSPORTS: readonly TransportRow[] = [
  { name: 'hyperdeck', create: createHyperDeck },
  { name: 'http', create: createHttp },
  { name: 'mqtt', create: createMqtt },
  { name: 'osc', create: createOsc },
];

/** HTTP finishes answers and cleans up uploads within 1.2 s. */
const STOP_TIMEOUT_SECONDS = 1.3;

/**
 * Starts all enabled interfaces; they stop together.
 * @throws ConfigError for an invalid address, Error for one that is in use or not available yet
 */
export const startTransports = async (context: TransportContext): Promise<void> => {
  const listening = new Map<string, Listening>();
  for (const [index, { name, create }] of TRANSPORTS.entries()) {
    const transport = await create(context, listening);
    if (transport === undefined) continue;
    context.running.add(name, () => transport.stop(), {
      timeoutSeconds: STOP_TIMEOUT_SECONDS,
      withPrevious: index > 0,
    });
    const place = await transport.start();
    if (place !== undefined) listening.set(name, place);
  }
};
