// Routes streams: one decision per stream at its first burst.
import type { Clock } from '../clock.ts';
import type { Endpoint } from '../endpoint.ts';
import { type Burst, isOpening } from '../homebrew/burst.ts';
import { PARROT } from '../registry/talkgroup-number.ts';
import type { Counters, DropReason } from '../telemetry/counters.ts';
import type { Timeslot } from '../timeslot.ts';
import { type DeliveryPort, deliver, endForAll, release, suspend, withdraw } from './delivery.ts';
import { createLink, hold, slotOf, takeAllowance } from './link.ts';
import type { LoopGuard } from './loop-guard.ts';
import type { Link, Slot, Stream, StreamEnd } from './model.ts';
import { isAnew, isAstray, isCut, isLate, isNext, toPressedAt } from './over-boundary.ts';
import type { Parrot } from './parrot.ts';
import { createWaitingHeaders } from './pending-headers.ts';
import type { RadioDirectory } from './radio-directory.ts';
import type { Routing } from './routing.ts';
import { belongsTo, createStream, isFresh, isSameCall, isSilent, isTooLong } from './stream.ts';
import type { StreamRegister } from './stream-register.ts';
import { createVoicePrints } from './voice-prints.ts';

export interface Router {
  /** A peer is in, or in from another address; a running call goes on there. */
  connect(peer: number, endpoint: Endpoint, simplex: boolean): void;
  disconnect(peer: number): void;
  /** A burst that a logged-in peer sent. */
  receive(peer: number, burst: Burst, datagram: Buffer): void;
  /** A burst that the server behind a bridge sent. */
  receiveBridged(channel: Link, burst: Burst, datagram: Buffer): void;
  /** The server behind a bridge is there no more. */
  removeBridgeChannel(channel: Link): void;
  /** A peer no longer listens to a talkgroup: a running call ends for it. */
  silence(peer: number, talkgroup: number): void;
  /** Ends what has fallen silent or lasts too long; to be called several times a second. */
  tick(): void;
  running(): Iterable<Stream>;
}

/** What falls silent for longer has ended for its listeners, too. */
const STALL_TIMEOUT_SECONDS = 2.5;
/** A long transmission keeps its talkgroup alive on the way. */
const RECORD_INTERVAL_SECONDS = 15;

export const createRouter = (deps: {
  readonly clock: Clock;
  readonly outlet: DeliveryPort;
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
  const { clock, outlet, routing, register, guard, directory, parrot, counters, links } = deps;

  const drop = (reason: DropReason): undefined => {
    counters.dropped[reason]++;
  };

  /** What fell silent: its listeners wait for an end, and it may go on. */
  const silent = new Set<Stream>();

  const headers = createWaitingHeaders();

  /** A stream without an end of its own is ended for its listeners, at once or when it does not go on. */
  const leave = (stream: Stream, end: StreamEnd): void => {
    suspend(stream);
    if (end === 'silence') silent.add(stream);
    else counters.bursts.sent += endForAll(outlet, stream);
  };

  /** @param isFollowed the same call goes on at once */
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
    if (stream.voice) record(stream);
    parrot.answer(stream);
    deps.onEnd(stream);
  };

  const expire = (stream: Stream, nowSeconds: number): boolean => {
    if (isSilent(stream, nowSeconds)) finish(stream, 'silence', nowSeconds);
    else if (isTooLong(stream, nowSeconds)) finish(stream, 'too-long', nowSeconds);
    return stream.end !== undefined;
  };

  const record = (stream: Stream): void => {
    stream.notedAtSeconds = stream.lastAtSeconds;
    routing.recordVoice(stream);
  };

  /** The first voice of a stream: what a user wants by pressing the button. */
  const speak = (stream: Stream): void => {
    stream.voice = true;
    record(stream);
    if (stream.destination === PARROT) parrot.listen(stream);
  };

  /** Frees a slot for a new stream of its peer; false while another one has it. */
  const clearSlot = (slot: Slot, burst: Burst, datagram: Buffer, nowSeconds: number): boolean => {
    const { uplink } = slot;
    if (uplink === undefined || expire(uplink, nowSeconds)) return true;
    const isSameRadio = uplink.source === burst.source;
    // The same radio may press again at once; a burst between is no press.
    const mayFollow = isSameRadio && (!uplink.voice || isOpening(datagram));
    if (isFresh(uplink, nowSeconds) && !mayFollow) return false;
    finish(uplink, 'superseded', nowSeconds, isSameCall(burst, uplink));
    return true;
  };

  /** A terminator without a running stream: some may still wait for it. */
  const conclude = (ended: Stream | undefined, burst: Burst, datagram: Buffer): undefined => {
    if (ended === undefined || !belongsTo(burst, ended) || !silent.delete(ended)) return drop('late');
    counters.bursts.sent += endForAll(outlet, ended, datagram);
  };

  const open = (
    link: Link,
    timeslot: Timeslot,
    burst: Burst,
    datagram: Buffer,
    nowSeconds: number,
  ): Stream | undefined => {
    const slot = slotOf(link, timeslot);
    const { uplink, ended } = slot;
    if (!clearSlot(slot, burst, datagram, nowSeconds)) return drop(uplink?.id === burst.stream ? 'stray' : 'collision');
    const pressedAtSeconds = toPressedAt(burst, ended, nowSeconds);
    if (ended !== undefined && isTooLong({ pressedAtSeconds }, nowSeconds)) {
      slot.cut = ended;
      return drop('too-long');
    }
    const stream = createStream(burst, datagram, { origin: link, timeslot }, { nowSeconds, pressedAtSeconds });
    if (!register.add(stream)) return drop('crowded');
    counters.streams[stream.voice ? 'voice' : 'data']++;
    slot.uplink = stream;
    stream.targets = routing.route(stream);
    // Private calls do not go over bridges.
    if (link.bridge === undefined) directory.record(burst.source, { peer: link.peer, timeslot });
    if (stream.voice) speak(stream);
    deps.onStart(stream);
    return stream;
  };

  const resume = (stream: Stream, burst: Burst, nowSeconds: number): Stream | undefined => {
    if (!isNext(burst, stream)) return drop('repeated');
    stream.sequence = burst.sequence;
    stream.lastAtSeconds = nowSeconds;
    if (burst.content === 'voice') stream.spoken = true;
    if (burst.content !== 'data' && !stream.voice) speak(stream);
    else if (stream.voice && nowSeconds - stream.notedAtSeconds >= RECORD_INTERVAL_SECONDS) record(stream);
    return stream;
  };

  /** Records a burst of a running stream and sends it to its listeners. */
  const pass = (stream: Stream, burst: Burst, datagram: Buffer, nowSeconds: number): void => {
    const slot = slotOf(stream.origin, stream.timeslot);
    const isLast = burst.content === 'terminator';
    // What came to the peer while its own transmission stalled.
    slot.downlink = undefined;
    slot.unended = undefined;
    stream.bursts++;
    if (burst.content === 'voice') {
      stream.prints ??= createVoicePrints();
      stream.prints.record(datagram);
    }
    parrot.record(stream, datagram);
    counters.bursts.sent += deliver(outlet, stream, { datagram, isLast }, nowSeconds);
    if (isLast) finish(stream, 'terminator', nowSeconds);
  };

  const begin = (
    link: Link,
    timeslot: Timeslot,
    burst: Burst,
    datagram: Buffer,
    nowSeconds: number,
  ): Stream | undefined => {
    const slot = slotOf(link, timeslot);
    const { ended } = slot;
    if (isCut(slot, burst, nowSeconds)) return drop('too-long');
    if (burst.content === 'terminator') return conclude(ended, burst, datagram);
    if (ended !== undefined && isLate(burst, datagram, ended, nowSeconds) && !headers.has(slot, burst))
      return drop('late');
    const verdict = guard.judge(burst, datagram, { peer: link.peer, bridge: link.bridge, timeslot }, nowSeconds);
    if (verdict === 'loop') return drop(isAstray(link, timeslot, burst) ? 'stray' : 'loop');
    if (verdict === 'unclear')
      return headers.hold(slot, { burst, datagram, atSeconds: nowSeconds }) ? drop('repeated') : undefined;
    const header = headers.release(slot, burst);
    if (header === undefined) return open(link, timeslot, burst, datagram, nowSeconds);
    const stream = open(link, timeslot, header.burst, header.datagram, nowSeconds);
    if (stream === undefined) return undefined;
    pass(stream, header.burst, header.datagram, nowSeconds);
    return resume(stream, burst, nowSeconds);
  };

  /** The running stream of a slot that a burst goes on with; ends it when the burst shows that it is over. */
  const findRunning = (slot: Slot, burst: Burst, datagram: Buffer, nowSeconds: number): Stream | undefined => {
    const { uplink } = slot;
    if (uplink === undefined || !belongsTo(burst, uplink)) return undefined;
    if (expire(uplink, nowSeconds)) return undefined;
    if (!isAnew(burst, datagram, uplink, nowSeconds)) return uplink;
    return finish(uplink, 'superseded', nowSeconds, true);
  };

  const accept = (link: Link, timeslot: Timeslot, burst: Burst, datagram: Buffer): undefined => {
    const nowSeconds = clock.seconds();
    const slot = slotOf(link, timeslot);
    const isLast = burst.content === 'terminator';
    const running = findRunning(slot, burst, datagram, nowSeconds);
    // The end of a running stream always passes: listeners would be held up by its silence.
    if (!takeAllowance(slot, nowSeconds) && !(isLast && running !== undefined)) return drop('too-fast');
    const stream =
      running === undefined ? begin(link, timeslot, burst, datagram, nowSeconds) : resume(running, burst, nowSeconds);
    if (stream !== undefined) pass(stream, burst, datagram, nowSeconds);
  };

  const removeBridgeChannel = (link: Link): void => {
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
      removeBridgeChannel(link);
    },

    removeBridgeChannel,

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
      for (const stream of [...register.running()]) expire(stream, nowSeconds);
      for (const stream of silent) {
        if (nowSeconds - stream.lastAtSeconds <= STALL_TIMEOUT_SECONDS) continue;
        silent.delete(stream);
        counters.bursts.sent += endForAll(outlet, stream);
      }
      counters.dropped.loop += headers.forget(nowSeconds);
      register.forget(nowSeconds);
    },

    running: () => register.running(),
  };
};
