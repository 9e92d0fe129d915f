// Players without a picture: the real MQTT service on a real deck, several in one process.
import { createSystemClock } from '../../src/base/clock.ts';
import { Deck } from '../../src/deck/deck.ts';
import { createScheduledStart } from '../../src/deck/scheduled-start.ts';
import { MqttService } from '../../src/mqtt/service.ts';
import { createFakeMachine } from '../../test/fakes/fake-machine.ts';
import { FakePlayer } from '../../test/fakes/fake-player.ts';
import { createMemoryClipStore, videoClip } from '../../test/fakes/memory-clip-store.ts';
import { createRecordingLog } from '../../test/fakes/recording-log.ts';
import { serveWorker } from './client-processes.ts';
import { nowMs } from './monotonic.ts';

await serveWorker(async ({ url, firstIndex, count }, times) => {
  for (let index = firstIndex; index < firstIndex + count; index += 1) {
    const player = new FakePlayer({ media: () => ({ framesPerSecond: 25, durationSeconds: 10 }) });
    const clock = createSystemClock();
    const store = createMemoryClipStore([videoClip('film', { name: 'film.mp4' })], {});
    const deck = new Deck({ player, store, clock, blackPath: '/black.png' });
    const poweredOn = deck.powerOn();
    player.revive();
    await poweredOn;
    deck.subscribe((next, before) => {
      if (next.transport !== before.transport) times.push(nowMs());
    });
    const wall = { nowSeconds: () => Date.now() / 1000, reading: () => undefined };
    const service = new MqttService({
      ...{ deck, poweredOn, clock, machine: createFakeMachine().machine, log: createRecordingLog() },
      ...{ wall, startAt: createScheduledStart({ deck, clock, wall, boundSeconds: 0.02 }) },
      address: { url: new URL(url), user: '', password: '', ca: undefined },
      ...{ root: 'cuedeck', id: `simulated-${index}`, groups: ['stage'], discoveryPrefix: undefined },
      ...{ boundSeconds: 0.02, httpPort: 80 },
    });
    service.start();
  }
});
