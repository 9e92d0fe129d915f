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

interface StreamEnds {
  /** @param isFollowed true when the same call continues at once */
  finish(stream: Stream, end: StreamEnd, nowSeconds: number, isFollowed?: boolean): undefined;
  /** Finishes a silent or too long stream; true when it has ended. */
  expire(stream: Stream, nowSeconds: number): boolean;
  /** Handles a terminator without a running stream; false when no listener waits for it. */
  conclude(ended: Stream | undefined, burst: Burst, datagram: Buffer): boolean;
  /** Ends silent streams that did not continue, for their listeners. */
  tick(nowSeconds: number): void;
}

/** After a longer silence a stream has ended for its listeners, too. */
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
  /** Silent streams: their listeners wait for an end, and they may continue. */
  const silent = new Set<Stream>();

  /** Ends a stream without a terminator for its listeners, at once or when it does not continue. */
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
