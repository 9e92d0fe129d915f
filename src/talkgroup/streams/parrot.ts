// 9990: records a transmission and sends it back to the peer it came from, to that peer only.
import { ConnectionPlaces, type Place } from '../../net/fair-places.ts';
import type { Cancel, Clock } from '../clock.ts';
import type { Counters } from '../telemetry/counters.ts';
import { type DeliveryPort, endForAll, isFree, release, sendTo, suspend } from './delivery.ts';
import { slotOf } from './link.ts';
import type { Stream } from './model.ts';
import { isSamePress, terminatorOf } from './stream.ts';

export interface Parrot {
  /** Starts to record a stream; when there are too many recordings, the peer with most loses one. */
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

interface Recording {
  readonly stream: Stream;
  readonly bursts: Buffer[];
  /** Cancels the next step of the playback; undefined while it records. */
  cancel: Cancel | undefined;
  /** Undefined until the playback begins. */
  playback: Stream | undefined;
  place: Place | undefined;
}

export const createParrot = (deps: {
  readonly clock: Clock;
  readonly port: DeliveryPort;
  readonly counters: Counters;
}): Parrot => {
  const { clock, port, counters } = deps;
  const recordings = new Map<Stream, Recording>();
  const places = new ConnectionPlaces({ max: MAX_RECORDINGS });

  const remove = ({ stream, cancel, place }: Recording): void => {
    cancel?.();
    place?.leave();
    recordings.delete(stream);
  };

  const evict = (recording: Recording): void => {
    remove(recording);
    const { playback } = recording;
    if (playback === undefined) return;
    suspend(playback);
    counters.bursts.sent += endForAll(port, playback);
  };

  /** The recording of the same press from before a network stall. */
  const takeBefore = (stream: Stream): readonly Buffer[] => {
    for (const recording of recordings.values()) {
      if (recording.cancel === undefined || recording.playback !== undefined) continue;
      if (!isSamePress(recording.stream, stream)) continue;
      remove(recording);
      return recording.bursts;
    }
    return [];
  };

  const play = (recording: Recording, bursts: readonly Buffer[]): void => {
    const { origin, timeslot } = recording.stream;
    const slot = slotOf(origin, timeslot);
    const target = { link: origin, slot, timeslot };
    const startedAtSeconds = clock.seconds();
    const playback: Stream = {
      ...recording.stream,
      targets: [target],
      lastAtSeconds: startedAtSeconds,
      end: undefined,
    };
    recording.playback = playback;

    const step = (position: number): void => {
      const nowSeconds = clock.seconds();
      const isOurs = slot.downlink === playback || (position === 0 && isFree(slot, playback, nowSeconds));
      const burst = bursts[position];
      // The user speaks again or the hotspot has left: ends the playback.
      if (burst === undefined || !isOurs || !origin.connected) {
        remove(recording);
        release(playback);
        return;
      }
      slot.downlink = playback;
      playback.lastAtSeconds = nowSeconds;
      if (sendTo(port, target, burst)) counters.bursts.sent++;
      // Relative to the start, not to the last burst, so that late timers do not add up to a gap.
      const nextAtSeconds = startedAtSeconds + (position + 1) * BURST_SECONDS;
      recording.cancel = clock.after(Math.max(0, nextAtSeconds - nowSeconds), () => step(position + 1));
    };
    step(0);
  };

  return {
    listen: (stream) => {
      const bursts = [...takeBefore(stream)];
      const recording: Recording = { stream, bursts, cancel: undefined, playback: undefined, place: undefined };
      recording.place = places.acquire({
        address: String(stream.origin.peer),
        isIdle: () => stream.spokenAtSeconds === undefined,
        evict: () => evict(recording),
      });
      if (recording.place !== undefined) recordings.set(stream, recording);
    },
    record: (stream, datagram) => {
      recordings.get(stream)?.bursts.push(Buffer.from(datagram));
    },
    answer: (stream) => {
      const recording = recordings.get(stream);
      if (recording === undefined) return;
      const { bursts } = recording;
      recording.cancel = clock.after(PAUSE_SECONDS, () =>
        play(recording, stream.end === 'terminator' ? bursts : [...bursts, terminatorOf(stream)]),
      );
    },
    stop: () => {
      for (const recording of recordings.values()) remove(recording);
    },
  };
};
