// 9990: records a transmission and sends it back to the peer it came from, to that peer only.
import type { Cancel, Clock } from '../clock.ts';
import type { Counters } from '../telemetry/counters.ts';
import { type DeliveryPort, isFree, release, sendTo } from './delivery.ts';
import { slotOf } from './link.ts';
import type { Stream } from './model.ts';
import { isSamePress, terminatorOf } from './stream.ts';

export interface Parrot {
  /** Starts to record a stream, unless there are too many recordings. */
  listen(stream: Stream): void;
  /** Records a burst of a recorded stream. */
  record(stream: Stream, datagram: Buffer): void;
  /** Plays back a stream that has ended, after a short pause. */
  answer(stream: Stream): void;
  stop(): void;
}

const PAUSE_SECONDS = 2.5;
const BURST_SECONDS = 0.06;
/** Each may hold three minutes of bursts. */
const MAX_RECORDINGS = 64;

export const createParrot = (deps: {
  readonly clock: Clock;
  readonly port: DeliveryPort;
  readonly counters: Counters;
}): Parrot => {
  const { clock, port, counters } = deps;
  const recordings = new Map<Stream, Buffer[]>();
  const playing = new Map<Stream, Cancel>();
  /** Recordings that wait for playback. */
  const waiting = new Map<Stream, readonly Buffer[]>();

  /** The recording of the same press from before a network stall. */
  const takeBefore = (stream: Stream): readonly Buffer[] => {
    for (const [before, bursts] of waiting) {
      if (!isSamePress(before, stream)) continue;
      playing.get(before)?.();
      playing.delete(before);
      waiting.delete(before);
      return bursts;
    }
    return [];
  };

  const play = (recorded: Stream, bursts: readonly Buffer[]): void => {
    const { origin, timeslot } = recorded;
    const slot = slotOf(origin, timeslot);
    const target = { link: origin, slot, timeslot };
    const startedAtSeconds = clock.seconds();
    const playback: Stream = { ...recorded, targets: [target], lastAtSeconds: startedAtSeconds, end: undefined };

    const step = (position: number): void => {
      const nowSeconds = clock.seconds();
      const isOurs = slot.downlink === playback || (position === 0 && isFree(slot, playback, nowSeconds));
      const burst = bursts[position];
      // The user speaks again or the hotspot has left: ends the playback.
      if (burst === undefined || !isOurs || !origin.connected) {
        playing.delete(recorded);
        release(playback);
        return;
      }
      slot.downlink = playback;
      playback.lastAtSeconds = nowSeconds;
      if (sendTo(port, target, burst)) counters.bursts.sent++;
      // Relative to the start, not to the last burst, so that late timers do not add up to a gap.
      const nextAtSeconds = startedAtSeconds + (position + 1) * BURST_SECONDS;
      playing.set(
        recorded,
        clock.after(Math.max(0, nextAtSeconds - nowSeconds), () => step(position + 1)),
      );
    };
    step(0);
  };

  return {
    listen: (stream) => {
      const before = takeBefore(stream);
      if (recordings.size + playing.size < MAX_RECORDINGS) recordings.set(stream, [...before]);
    },
    record: (stream, datagram) => {
      recordings.get(stream)?.push(Buffer.from(datagram));
    },
    answer: (stream) => {
      const bursts = recordings.get(stream);
      if (bursts === undefined) return;
      recordings.delete(stream);
      waiting.set(stream, bursts);
      playing.set(
        stream,
        clock.after(PAUSE_SECONDS, () => {
          waiting.delete(stream);
          play(stream, stream.end === 'terminator' ? bursts : [...bursts, terminatorOf(stream)]);
        }),
      );
    },
    stop: () => {
      for (const cancel of playing.values()) cancel();
      playing.clear();
      waiting.clear();
      recordings.clear();
    },
  };
};
