// Sends a burst to the targets of its stream, one call per slot.
import type { Endpoint } from '../endpoint.ts';
import { addressBurst } from '../homebrew/burst.ts';
import { HANG_SECONDS, hold } from './link.ts';
import type { Link, Slot, Stream, Target } from './model.ts';
import { isFresh, isSamePress, isSilent, terminatorOf } from './stream.ts';

/** Where bursts leave: a frame is lent by `frame`, filled, and handed to `send`. */
export interface DeliveryPort {
  /** 55 bytes to fill; undefined when the network takes no more. */
  frame(): Buffer | undefined;
  send(frame: Buffer, endpoint: Endpoint): void;
}

/**
 * Whether a call leaves its slot to `stream`; one that fell silent keeps it like one that ended. To an answer it leaves
 * it after a superframe without a burst: its terminator was lost. Data ends without a word.
 */
const yields = (carried: Stream | undefined, stream: Stream, nowSeconds: number): boolean => {
  if (carried === undefined) return true;
  if (!carried.voice) return !isFresh(carried, nowSeconds);
  if (carried.call !== stream.call) return nowSeconds >= carried.lastAtSeconds + HANG_SECONDS;
  const isAnswer = stream.startedAtSeconds > carried.lastAtSeconds;
  return isAnswer ? !isFresh(carried, nowSeconds) : isSilent(carried, nowSeconds);
};

/** Whether the slot can carry the stream now. */
export const isFree = (slot: Slot, stream: Stream, nowSeconds: number): boolean =>
  yields(slot.uplink, stream, nowSeconds) &&
  yields(slot.downlink, stream, nowSeconds) &&
  (nowSeconds >= slot.heldUntilSeconds || slot.heldFor === stream.call);

/** Sends one burst to one peer or bridge; false when the network takes no more. */
export const sendTo = (port: DeliveryPort, { link, timeslot }: Target, datagram: Buffer): boolean => {
  const frame = port.frame();
  if (frame === undefined) return false;
  addressBurst(frame, datagram, link.peer, timeslot);
  port.send(link.bridge === undefined ? frame : link.bridge.seal(frame), link.endpoint);
  return true;
};

/** Ends a call for a listener: a hotspot takes no header of another one before. */
const endFor = (port: DeliveryPort, target: Target, stream: Stream, terminator = terminatorOf(stream)): number =>
  stream.voice && target.link.connected && sendTo(port, target, terminator) ? 1 : 0;

/** Takes a slot for a stream; what was sent there before is ended. Returns how many bursts that took. */
const takeSlot = (port: DeliveryPort, target: Target, stream: Stream): number => {
  const { slot } = target;
  const before = slot.downlink ?? slot.unended;
  slot.downlink = stream;
  slot.unended = undefined;
  return before === undefined || isSamePress(before, stream) ? 0 : endFor(port, target, before);
};

/**
 * Sends one burst to every target that can take it; returns how many bursts were sent.
 * A target whose slot was taken joins in late once it is free for this call; with the terminator nobody joins.
 */
export const deliver = (
  port: DeliveryPort,
  stream: Stream,
  { datagram, isLast }: { readonly datagram: Buffer; readonly isLast: boolean },
  nowSeconds: number,
): number => {
  let sent = 0;
  for (const target of stream.targets) {
    const { link, slot } = target;
    if (!link.connected) continue;
    if (slot.downlink !== stream) {
      if (isLast || !isFree(slot, stream, nowSeconds)) continue;
      sent += takeSlot(port, target, stream);
    }
    if (!sendTo(port, target, datagram)) return sent;
    sent++;
  }
  return sent;
};

const freeSlots = (stream: Stream): void => {
  for (const { slot } of stream.targets) {
    if (slot.downlink !== stream) continue;
    slot.downlink = undefined;
    if (stream.voice) hold(slot, stream.call, stream.lastAtSeconds);
  }
};

/** Frees the slots a stream was sent to; after voice each is kept for an answer. */
export const release = (stream: Stream): void => {
  freeSlots(stream);
  stream.targets = [];
};

/** Frees its slots likewise, and keeps in mind that its listeners have heard no end. */
export const suspend = (stream: Stream): void => {
  for (const { slot } of stream.targets) if (slot.downlink === stream) slot.unended = stream;
  freeSlots(stream);
};

/**
 * Ends a call for all who still wait for it, with a terminator of our own if its own is missing.
 * Returns how many bursts that took.
 */
export const endForAll = (port: DeliveryPort, stream: Stream, terminator?: Buffer): number => {
  let sent = 0;
  for (const target of stream.targets) {
    if (target.slot.unended !== stream) continue;
    target.slot.unended = undefined;
    sent += endFor(port, target, stream, terminator);
  }
  stream.targets = [];
  return sent;
};

/** Takes a peer out of a running stream. */
export const withdraw = (stream: Stream, link: Link): void => {
  for (const { slot } of stream.targets.filter((target) => target.link === link))
    if (slot.downlink === stream) slot.downlink = undefined;
  stream.targets = stream.targets.filter((target) => target.link !== link);
};
