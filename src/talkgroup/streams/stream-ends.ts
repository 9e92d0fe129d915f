// Ends streams: frees their slots, and sends an end to listeners that would wait for one.
import type { Burst } from '../homebrew/burst.ts';
import type { Counters } from '../telemetry/counters.ts';
import { type DeliveryPort, endForAll, release, suspend } from './delivery.ts';
import { hold, slotOf } from './link.ts';
import type { Stream, StreamEnd } from './model.ts';
import type { Parrot } from './parrot.ts';
import type { Routing } from './routing.ts';
import { belongsTo, isSilent, isTooLong } from './stream.ts';
import type { StreamRegister } from './stream-register.ts';

export interface StreamEnds {
  /** @param isFollowed the same call goes on at once */
  finish(stream: Stream, end: StreamEnd, nowSeconds: number, isFollowed?: boolean): undefined;
  /** Finishes what is silent or lasts too long; whether it has ended. */
  expire(stream: Stream, nowSeconds: number): boolean;
  /** A terminator without a running stream: false when nobody waits for it. */
  conclude(ended: Stream | undefined, burst: Burst, datagram: Buffer): boolean;
  /** Ends for its listeners what fell silent and did not go on. */
  tick(nowSeconds: number): void;
}

/** What falls silent for longer has ended for its listeners, too. */
const STALL_TIMEOUT_SECONDS = 2.5;

export const createStreamEnds = ({
  port,
  routing,
  register,
  parrot,
  counters,
  onEnd,
}: {
  readonly port: DeliveryPort;
  readonly routing: Routing;
  readonly register: StreamRegister;
  readonly parrot: Parrot;
  readonly counters: Counters;
  readonly onEnd: (stream: Stream) => void;
}): StreamEnds => {
  /** What fell silent: its listeners wait for an end, and it may go on. */
  const silent = new Set<Stream>();

  /** A stream without an end of its own is ended for its listeners, at once or when it does not go on. */
  const leave = (stream: Stream, end: StreamEnd): void => {
    suspend(stream);
    if (end === 'silence') silent.add(stream);
    else counters.bursts.sent += endForAll(port, stream);
  };

  const finish = (stream: Stream, end: StreamEnd, nowSeconds: number, isFollowed = false): undefined => {
    const slot = slotOf(stream.origin, stream.timeslot);
    stream.end = end;
    register.retire(stream, nowSeconds);
    if (end === 'terminator' || isFollowed) release(stream);
    else leave(stream, end);
    if (slot.uplink === stream) slot.uplink = undefined;
    slot.ended = stream;
    if (end === 'too-long') slot.cut = stream;
    if (stream.voice && routing.isPermitted(stream)) hold(slot, stream.call, stream.lastAtSeconds);
    if (stream.voice) routing.recordVoice(stream);
    parrot.answer(stream);
    onEnd(stream);
  };

  return {
    finish,

    expire: (stream, nowSeconds) => {
      if (isSilent(stream, nowSeconds)) finish(stream, 'silence', nowSeconds);
      else if (isTooLong(stream, nowSeconds)) finish(stream, 'too-long', nowSeconds);
      return stream.end !== undefined;
    },

    conclude: (ended, burst, datagram) => {
      if (ended === undefined || !belongsTo(burst, ended) || !silent.delete(ended)) return false;
      counters.bursts.sent += endForAll(port, ended, datagram);
      return true;
    },

    tick: (nowSeconds) => {
      for (const stream of silent) {
        if (nowSeconds - stream.lastAtSeconds <= STALL_TIMEOUT_SECONDS) continue;
        silent.delete(stream);
        counters.bursts.sent += endForAll(port, stream);
      }
    },
  };
};
