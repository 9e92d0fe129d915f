// The real server on a real socket with a real deck; player, clip list and machine are fakes, so every state is at hand.
import { onTestFinished } from 'vitest';
import { createSystemClock } from '../../src/base/clock.ts';
import type { Clip } from '../../src/deck/clips/clip.ts';
import type { DeckSettings } from '../../src/deck/clips/clip-list.ts';
import { Deck } from '../../src/deck/deck.ts';
import type { ListNames } from '../../src/hyperdeck/device/clip-names.ts';
import type { TimelineSource } from '../../src/hyperdeck/device/device-state.ts';
import { openStateFile } from '../../src/hyperdeck/device/state-file.ts';
import { HyperDeckService } from '../../src/hyperdeck/service.ts';
import { createFakeMachine } from '../fakes/fake-machine.ts';
import { FakePlayer } from '../fakes/fake-player.ts';
import { createMemoryClipStore, videoClip } from '../fakes/memory-clip-store.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';
import { greetedClient, type WireClient } from './wire-client.ts';

/** Three clips of 2 s at 25 frames a second, the first trimmed. */
const THREE_CLIPS: readonly Clip[] = [
  videoClip('a', { inSeconds: 1, outSeconds: 3 }),
  videoClip('b', { inSeconds: 0, outSeconds: 2 }),
  videoClip('c', { inSeconds: 4, outSeconds: 6 }),
];

export const createHyperDeckServer = async (
  options: {
    readonly clips?: readonly Clip[];
    readonly settings?: Partial<DeckSettings>;
    /** Where the device is kept across restarts; without, it is not. */
    readonly stateDir?: string;
    /** It was killed while the power stayed. */
    readonly goesOn?: boolean;
    readonly listNames?: ListNames;
    readonly source?: TimelineSource;
  } = {},
) => {
  const store = createMemoryClipStore(options.clips ?? THREE_CLIPS, { settings: options.settings ?? {} });
  const unplayable = new Set<string>();
  const player = new FakePlayer({
    media: (path) => (unplayable.has(path) ? undefined : { framesPerSecond: 25, durationSeconds: 10 }),
  });
  const clock = createSystemClock();
  const deck = new Deck({ player, store, clock, blackPath: '/usr/share/cuedeck/black.png' });
  const poweredOn = deck.powerOn();
  player.revive();
  await poweredOn;
  const box = createFakeMachine();
  const log = createRecordingLog();
  const { stateDir } = options;
  const keptFile = stateDir === undefined ? undefined : await openStateFile({ stateDir, log });
  const { goesOn = false, listNames = 'files', source = 'library' } = options;
  const service = new HyperDeckService({
    ...{ deck, machine: box.machine, files: store, clock, log, stateFile: keptFile, goesOn, listNames, source },
  });
  const { port } = await service.start('127.0.0.1', 0);
  const clients: WireClient[] = [];
  onTestFinished(async () => {
    for (const client of clients) client.socket.destroy();
    await service.stop();
    await deck.dispose();
  });
  const connect = async (): Promise<WireClient> => {
    const client = await greetedClient(port);
    clients.push(client);
    return client;
  };
  /** Lets the player's time pass frame by frame, with the deck following. */
  const pass = async (seconds: number): Promise<void> => {
    for (let left = seconds; left > 0.001; left -= 0.04) {
      player.advance(Math.min(0.04, left));
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    }
  };
  return { deck, store, player, unplayable, ...box, log, service, port, connect, pass };
};
