// Routes streams: one decision per stream at its first burst.
import type { Clock } from '../clock.ts';
import type { Endpoint } from '../endpoint.ts';
import { type Burst, isOpening } from '../homebrew/burst.ts';
import { isServiceNumber, PARROT } from '../registry/talkgroup-number.ts';
import type { Counters, DropReason } from '../telemetry/counters.ts';
import type { Timeslot } from '../timeslot.ts';
import { createBurstPrints } from './burst-prints.ts';
import { type DeliveryPort, deliver, withdraw } from './delivery.ts';
import { createLink, PRIVATE_CALLS, slotOf, takeAllowance } from './link.ts';
import type { LoopGuard } from './loop-guard.ts';
import type { Link, Slot, Stream } from './model.ts';
import { isAnew, isAstray, isCut, isLate, isNext, toPressedAt } from './over-boundary.ts';
import type { Parrot } from './parrot.ts';
import { createWaitingHeaders } from './pending-headers.ts';
import type { RadioDirectory } from './radio-directory.ts';
import type { Routing } from './routing.ts';
import { belongsTo, createStream, isFresh, isSameCall, isTooLong } from './stream.ts';
import { createStreamEnds } from './stream-ends.ts';
import type { StreamRegister } from './stream-register.ts';

export interface Router {
  /** A peer has logged in or changed its address; a running call continues there. */
  connect(peer: number, endpoint: Endpoint, simplex: boolean): void;
  disconnect(peer: number): void;
  /** Handles a burst of a logged-in peer. */
  receive(peer: number, burst: Burst, datagram: Buffer): void;
  /** Handles a burst of the server behind a bridge. */
  receiveBridged(channel: Link, burst: Burst, datagram: Buffer): void;
  /** The server behind a bridge was removed. */
  removeBridgeChannel(channel: Link): void;
  /** Ends a running call for a peer that unsubscribed from its talkgroup. */
  silence(peer: number, talkgroup: number): void;
  /** Ends silent and too long streams; call several times a second. */
  tick(): void;
  running(): Iterable<Stream>;
}

/** How often a long transmission renews its dynamic talkgroup. */
const RECORD_INTERVAL_SECONDS = 15;

/** A burst with its origin and time. */
interface Arrival {
  readonly link: Link;
  readonly timeslot: Timeslot;
  readonly slot: Slot;
  readonly burst: Burst;
  readonly datagram: Buffer;
  readonly nowSeconds: number;
}

/** Voice only: data holds no timeslot. */
const isPrivateCall = ({ call, content, destination }: Burst): boolean =>
  call === 'private' && content !== 'data' && !isServiceNumber(destination);

export const createRouter = (deps: {
  readonly clock: Clock;
  readonly port: DeliveryPort;
  readonly routing: Routing;
  readonly register: StreamRegister;
  readonly guard: LoopGuard;
  readonly directory: RadioDirectory;
  readonly parrot: Parrot;
  readonly counters: Counters;
  readonly links: Map<number, Link>;
  readonly onStart: (stream: Stream) => void;
  readonly onEnd: (stream: Stream) => void;
}): Router => {
  const { clock, port, routing, register, guard, directory, parrot, counters, links } = deps;
  const ends = createStreamEnds(deps);
  const headers = createWaitingHeaders();

  const drop = (reason: DropReason): undefined => {
    counters.dropped[reason]++;
  };

  /** Handles the first voice of a stream as a user's press. */
  const speak = (stream: Stream): void => {
    stream.voice = true;
    routing.recordVoice(stream);
    if (stream.destination === PARROT) parrot.listen(stream);
  };

  /** Frees a slot for a new stream of its peer; false while another one has it. */
  const clearSlot = ({ slot: { uplink }, burst, datagram, nowSeconds }: Arrival): boolean => {
    if (uplink === undefined || ends.expire(uplink, nowSeconds)) return true;
    const isSameRadio = uplink.source === burst.source;
    // The same radio may press again at once; a stray burst is not a press.
    const mayFollow = isSameRadio && (!uplink.voice || isOpening(datagram));
    if (isFresh(uplink, nowSeconds) && !mayFollow) return false;
    ends.finish(uplink, 'superseded', nowSeconds, isSameCall(burst, uplink));
    return true;
  };

  const open = (arrival: Arrival): Stream | undefined => {
    const { link, timeslot, slot, burst, datagram, nowSeconds } = arrival;
    const { uplink, ended, privateCalls } = slot;
    if (!clearSlot(arrival)) return drop(uplink?.id === burst.stream ? 'stray' : 'collision');
    const pressedAtSeconds = toPressedAt(burst, ended, nowSeconds);
    if (ended !== undefined && isTooLong({ pressedAtSeconds }, nowSeconds)) {
      slot.cut = ended;
      return drop('too-long');
    }
    if (
      isPrivateCall(burst) &&
      pressedAtSeconds === nowSeconds &&
      !takeAllowance(privateCalls, nowSeconds, PRIVATE_CALLS)
    )
      return drop('too-fast');
    const stream = createStream(burst, datagram, { origin: link, timeslot }, { nowSeconds, pressedAtSeconds });
    if (!register.add(stream)) return drop('crowded');
    counters.streams[stream.voice ? 'voice' : 'data']++;
    slot.uplink = stream;
    stream.targets = routing.route(stream);
    // Private calls are not bridged.
    if (link.bridge === undefined) directory.record(burst.source, { peer: link.peer, timeslot });
    if (stream.voice) speak(stream);
    deps.onStart(stream);
    return stream;
  };

  const resume = (stream: Stream, { burst, nowSeconds }: Arrival): Stream | undefined => {
    if (!isNext(burst, stream)) return drop('repeated');
    stream.sequence = burst.sequence;
    stream.lastAtSeconds = nowSeconds;
    if (burst.content === 'voice') stream.spokenAtSeconds ??= nowSeconds;
    if (burst.content !== 'data' && !stream.voice) speak(stream);
    else if (stream.voice && nowSeconds - stream.notedAtSeconds >= RECORD_INTERVAL_SECONDS) routing.recordVoice(stream);
    return stream;
  };

  /** Records a burst of a running stream and sends it to its listeners. */
  const pass = (stream: Stream, { slot, burst, datagram, nowSeconds }: Arrival): void => {
    const isLast = burst.content === 'terminator';
    // Drops the stream that was sent to the peer while its own transmission stalled.
    slot.downlink = undefined;
    slot.unended = undefined;
    stream.bursts++;
    if (burst.content === 'voice' || burst.content === 'data') {
      stream.prints ??= createBurstPrints();
      stream.prints.record(datagram);
    }
    parrot.record(stream, datagram);
    counters.bursts.sent += deliver(port, stream, { datagram, isLast }, nowSeconds);
    if (isLast) ends.finish(stream, 'terminator', nowSeconds);
  };

  const begin = (arrival: Arrival): Stream | undefined => {
    const { link, timeslot, slot, burst, datagram, nowSeconds } = arrival;
    const { ended } = slot;
    if (isCut(slot, burst, nowSeconds)) return drop('too-long');
    if (burst.content === 'terminator') return ends.conclude(ended, burst, datagram) ? undefined : drop('late');
    if (ended !== undefined && isLate(burst, datagram, ended, nowSeconds) && !headers.has(slot, burst))
      return drop('late');
    const verdict = guard.judge(burst, datagram, { peer: link.peer, bridge: link.bridge, timeslot }, nowSeconds);
    if (verdict === 'loop') return drop(isAstray(link, timeslot, burst) ? 'stray' : 'loop');
    if (verdict === 'unclear')
      return headers.hold(slot, { burst, datagram, atSeconds: nowSeconds }) ? drop('repeated') : undefined;
    const header = headers.release(slot, burst);
    if (header === undefined) return open(arrival);
    const first: Arrival = { ...arrival, ...header };
    const stream = open(first);
    if (stream === undefined) return undefined;
    pass(stream, first);
    return resume(stream, arrival);
  };

  /** The running stream of a burst; ends it when the burst shows that it is over. */
  const findRunning = ({ slot: { uplink }, burst, datagram, nowSeconds }: Arrival): Stream | undefined => {
    if (uplink === undefined || !belongsTo(burst, uplink)) return undefined;
    if (ends.expire(uplink, nowSeconds)) return undefined;
    if (!isAnew(burst, datagram, uplink, nowSeconds)) return uplink;
    return ends.finish(uplink, 'superseded', nowSeconds, true);
  };

  const accept = (link: Link, timeslot: Timeslot, burst: Burst, datagram: Buffer): undefined => {
    const arrival = { link, timeslot, slot: slotOf(link, timeslot), burst, datagram, nowSeconds: clock.seconds() };
    const isLast = burst.content === 'terminator';
    const running = findRunning(arrival);
    // The end of a running stream always passes; otherwise its listeners would wait for the timeout.
    if (!takeAllowance(arrival.slot, arrival.nowSeconds) && !(isLast && running !== undefined)) return drop('too-fast');
    const stream = running === undefined ? begin(arrival) : resume(running, arrival);
    if (stream !== undefined) pass(stream, arrival);
  };

  const removeBridgeChannel = (link: Link): void => {
    link.connected = false;
    for (const { uplink } of [link.timeslot1, link.timeslot2])
      if (uplink !== undefined) ends.finish(uplink, 'disconnected', clock.seconds());
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
      removeBridgeChannel(link);
    },

    removeBridgeChannel,

    receive: (peer, burst, datagram) => {
      const link = links.get(peer);
      // A simplex hotspot has one timeslot, whatever it sends.
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
      for (const stream of [...register.running()]) ends.expire(stream, nowSeconds);
      ends.tick(nowSeconds);
      counters.dropped.loop += headers.forget(nowSeconds);
      register.forget(nowSeconds);
    },

    running: () => register.running(),
  };
};
