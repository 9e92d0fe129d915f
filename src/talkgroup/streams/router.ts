// Routes what peers transmit: one decision a stream, made at its first burst and kept for all that follow.
import type { Clock } from '../clock.ts';
import type { Counters, DropReason } from '../counters.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Burst } from '../homebrew/burst.ts';
import { PARROT } from '../talkgroup-number.ts';
import type { Timeslot } from '../timeslot.ts';
import { deliver, type Outlet, release, withdraw } from './delivery.ts';
import { createLink, hold, type Link, type Slot, slotOf, takeAllowance } from './link.ts';
import type { Parrot } from './parrot.ts';
import type { RadioDirectory } from './radio-directory.ts';
import type { Routing } from './routing.ts';
import {
  belongsTo,
  createStream,
  isFresh,
  isNext,
  isSilent,
  isTooLong,
  type Stream,
  type StreamEnd,
} from './stream.ts';
import type { StreamRegister } from './stream-register.ts';

export interface Router {
  /** A peer is in, or in from another address; a running call goes on there. */
  connect(peer: number, endpoint: Endpoint, simplex: boolean): void;
  disconnect(peer: number): void;
  /** A burst that a logged-in peer sent. */
  receive(peer: number, burst: Burst, datagram: Buffer): void;
  /** A burst that the server behind a bridge sent. */
  receiveBridged(channel: Link, burst: Burst, datagram: Buffer): void;
  /** The server behind a bridge is there no more. */
  unplug(channel: Link): void;
  /** A peer no longer listens to a talkgroup: a running call ends for it. */
  silence(peer: number, talkgroup: number): void;
  /** Ends what has fallen silent or lasts too long; to be called several times a second. */
  tick(): void;
  running(): Iterable<Stream>;
}

/** A long transmission keeps its talkgroup alive on the way. */
const NOTED_EVERY_SECONDS = 15;

export const createRouter = (parts: {
  readonly clock: Clock;
  readonly outlet: Outlet;
  readonly routing: Routing;
  readonly register: StreamRegister;
  readonly directory: RadioDirectory;
  readonly parrot: Parrot;
  readonly counters: Counters;
  readonly links: Map<number, Link>;
  readonly onStart: (stream: Stream) => void;
  readonly onEnd: (stream: Stream) => void;
}): Router => {
  const { clock, outlet, routing, register, directory, parrot, counters, links } = parts;

  const drop = (reason: DropReason): undefined => {
    counters.dropped[reason]++;
  };

  const finish = (stream: Stream, end: StreamEnd, nowSeconds: number): undefined => {
    stream.end = end;
    register.retire(stream, nowSeconds);
    release(stream);
    stream.targets = [];
    const slot = slotOf(stream.origin, stream.timeslot);
    if (slot.uplink === stream) slot.uplink = undefined;
    if (stream.voice && routing.isPermitted(stream)) hold(slot, stream.call, stream.lastAtSeconds);
    if (stream.voice) note(stream);
    parrot.answer(stream);
    parts.onEnd(stream);
  };

  const note = (stream: Stream): void => {
    stream.notedAtSeconds = stream.lastAtSeconds;
    routing.noteVoice(stream);
  };

  /** The first voice of a stream: what a user wants by pressing the button. */
  const speak = (stream: Stream): void => {
    stream.voice = true;
    note(stream);
    if (stream.destination === PARROT) parrot.listen(stream);
  };

  const makeWay = (slot: Slot, burst: Burst, nowSeconds: number): boolean => {
    const { uplink } = slot;
    if (uplink === undefined) return true;
    if (isFresh(uplink, nowSeconds) && uplink.source !== burst.source) return false;
    finish(uplink, isSilent(uplink, nowSeconds) ? 'silence' : 'superseded', nowSeconds);
    return true;
  };

  const begin = (link: Link, timeslot: Timeslot, burst: Burst, nowSeconds: number): Stream | undefined => {
    if (burst.content === 'terminator') return drop('late');
    const slot = slotOf(link, timeslot);
    if (!makeWay(slot, burst, nowSeconds)) return drop('collision');
    const stream = createStream(burst, link, timeslot, nowSeconds);
    if (!register.add(stream)) return drop('crowded');
    counters.streams[stream.voice ? 'voice' : 'data']++;
    slot.uplink = stream;
    slot.downlink = undefined;
    stream.targets = routing.route(stream);
    // Private calls do not go over bridges.
    if (link.bridge === undefined) directory.note(burst.source, { peer: link.peer, timeslot });
    if (stream.voice) speak(stream);
    parts.onStart(stream);
    return stream;
  };

  const resume = (
    stream: Stream,
    link: Link,
    timeslot: Timeslot,
    burst: Burst,
    nowSeconds: number,
  ): Stream | undefined => {
    if (stream.origin.peer !== link.peer || stream.origin.bridge !== link.bridge) return drop('loop');
    if (stream.end !== undefined) return drop('late');
    if (isSilent(stream, nowSeconds)) {
      finish(stream, 'silence', nowSeconds);
      return drop('late');
    }
    if (stream.timeslot !== timeslot || !belongsTo(burst, stream)) return drop('stray');
    if (!isNext(burst, stream)) return drop('repeated');
    if (isTooLong(stream, nowSeconds)) {
      finish(stream, 'too-long', nowSeconds);
      return drop('too-long');
    }
    stream.sequence = burst.sequence;
    stream.lastAtSeconds = nowSeconds;
    if (burst.content !== 'data' && !stream.voice) speak(stream);
    else if (stream.voice && nowSeconds - stream.notedAtSeconds >= NOTED_EVERY_SECONDS) note(stream);
    return stream;
  };

  const accept = (link: Link, timeslot: Timeslot, burst: Burst, datagram: Buffer): undefined => {
    const nowSeconds = clock.seconds();
    const known = register.get(burst.stream);
    const isLast = burst.content === 'terminator';
    // The end of a running stream always passes: listeners would be held up by its silence.
    const isEnd = isLast && known !== undefined && known.end === undefined && known.origin === link;
    if (!takeAllowance(slotOf(link, timeslot), nowSeconds) && !isEnd) return drop('too-fast');
    const stream =
      known === undefined ? begin(link, timeslot, burst, nowSeconds) : resume(known, link, timeslot, burst, nowSeconds);
    if (stream === undefined) return;
    stream.bursts++;
    parrot.record(stream, datagram);
    counters.bursts.sent += deliver(outlet, stream, { datagram, isLast }, nowSeconds);
    if (isLast) finish(stream, 'terminator', nowSeconds);
  };

  const unplug = (link: Link): void => {
    link.connected = false;
    for (const { uplink } of [link.timeslot1, link.timeslot2])
      if (uplink !== undefined) finish(uplink, 'disconnected', clock.seconds());
  };

  return {
    connect: (peer, endpoint, simplex) => {
      const link = links.get(peer);
      if (link === undefined) links.set(peer, createLink(peer, endpoint, simplex));
      else Object.assign(link, { endpoint, simplex });
    },

    disconnect: (peer) => {
      const link = links.get(peer);
      if (link === undefined) return;
      links.delete(peer);
      unplug(link);
    },

    unplug,

    receive: (peer, burst, datagram) => {
      const link = links.get(peer);
      // A simplex hotspot has one timeslot, whatever it writes.
      if (link !== undefined) accept(link, link.simplex ? 2 : burst.timeslot, burst, datagram);
    },

    receiveBridged: (channel, burst, datagram) => {
      accept(channel, 1, burst, datagram);
    },

    silence: (peer, talkgroup) => {
      const link = links.get(peer);
      if (link === undefined) return;
      for (const stream of register.running())
        if (stream.group && stream.destination === talkgroup) withdraw(stream, link);
    },

    tick: () => {
      const nowSeconds = clock.seconds();
      for (const stream of [...register.running()]) {
        if (isSilent(stream, nowSeconds)) finish(stream, 'silence', nowSeconds);
        else if (isTooLong(stream, nowSeconds)) finish(stream, 'too-long', nowSeconds);
      }
      register.forget(nowSeconds);
    },

    running: () => register.running(),
  };
};
