// The MQTT transport on a real broker, with a real deck; player, clip list and machine are fakes.
import { onTestFinished } from 'vitest';
import { createSystemClock } from '../../src/base/clock.ts';
import type { Clip } from '../../src/deck/clips/clip.ts';
import type { ClockReading, WallClock } from '../../src/deck/ports.ts';
import { createScheduledStart } from '../../src/deck/scheduled-start.ts';
import { MqttService } from '../../src/mqtt/service.ts';
import { createDeck } from '../deck/deck-under-test.ts';
import { createFakeMachine } from '../fakes/fake-machine.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';

/** A wall clock that is right, and says so unless it is told otherwise. */
const createWallClock = (reading?: ClockReading): WallClock & { set(reading: ClockReading | undefined): void } => {
  let said = reading;
  return {
    nowSeconds: () => Date.now() / 1000,
    reading: () => said,
    set: (next) => {
      said = next;
    },
  };
};

export const GOOD_CLOCK: ClockReading = { source: 'chrony', offsetSeconds: 0, uncertaintySeconds: 0.001 };

export const createService = async (
  url: string,
  options: {
    readonly id?: string;
    readonly groups?: readonly string[];
    readonly clips?: readonly Clip[];
    readonly user?: string;
    readonly password?: string;
    readonly ca?: Buffer;
    readonly reading?: ClockReading;
    readonly discoveryPrefix?: string;
    readonly answerPrefixes?: readonly string[];
  } = {},
) => {
  const fixture = await createDeck(options.clips === undefined ? {} : { clips: options.clips });
  const box = createFakeMachine();
  const log = createRecordingLog();
  const wall = createWallClock('reading' in options ? options.reading : GOOD_CLOCK);
  const clock = createSystemClock();
  const service = new MqttService({
    deck: fixture.deck,
    startAt: createScheduledStart({ deck: fixture.deck, clock, wall, boundSeconds: 0.02 }),
    poweredOn: Promise.resolve(),
    machine: box.machine,
    clock,
    wall,
    log,
    address: {
      url: new URL(url),
      user: options.user ?? '',
      password: options.password ?? '',
      ca: options.ca,
    },
    root: 'cuedeck',
    id: options.id ?? 'one',
    groups: options.groups ?? [],
    discoveryPrefix: options.discoveryPrefix,
    answerPrefixes: options.answerPrefixes ?? [],
    boundSeconds: 0.02,
    httpPort: 80,
  });
  service.start();
  onTestFinished(async () => {
    await service.stop();
    await fixture.deck.dispose();
  });
  return { ...fixture, ...box, log, wall, service };
};
