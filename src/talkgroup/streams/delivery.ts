// Sends a burst to the targets of its stream, one call per slot.
import type { Endpoint } from '../endpoint.ts';
import { addressBurst } from '../homebrew/burst.ts';
import { HANG_SECONDS, hold } from './link.ts';
import type { Link, Slot, Stream, Target } from './model.ts';
import { isFresh, isSamePress, isSilent, terminatorOf } from './stream.ts';

/** Output for bursts: `frame` lends a frame, which is filled and passed to `send`. */
export interface DeliveryPort {
  /** 55 bytes to fill; undefined when the send queue is full. */
  frame(): Buffer | undefined;
  send(frame: Buffer, endpoint: Endpoint): void;
}

/**
 * True when a call yields its slot to `stream`; a silent call keeps it like an ended one. To an answer it yields
 * after a superframe without a burst: its terminator was lost. Data has no terminator.
 */
const yields = (carried: Stream | undefined, stream: Stream, nowSeconds: number): boolean => {
  if (carried === undefined) return true;
  if (!carried.voice) return !isFresh(carried, nowSeconds);
  if (carried.call !== stream.call) return nowSeconds >= carried.lastAtSeconds + HANG_SECONDS;
  const isAnswer = stream.startedAtSeconds > carried.lastAtSeconds;
  return isAnswer ? !isFresh(carried, nowSeconds) : isSilent(carried, nowSeconds);
};

/** True when the slot can carry the stream now. */
export const isFree = (slot: Slot, stream: Stream, nowSeconds: number): boolean =>
  yields(slot.uplink, stream, nowSeconds) &&
  yields(slot.downlink, stream, nowSeconds) &&
  (nowSeconds >= slot.heldUntilSeconds || slot.heldFor === stream.call);

/** Sends one burst to one peer or bridge; false when the send queue is full. */
export const sendTo = (port: DeliveryPort, { link, timeslot }: Target, datagram: Buffer): boolean => {
  const frame = port.frame();
  if (frame === undefined) return false;
  addressBurst(frame, datagram, link.peer, timeslot);
  port.send(link.bridge === undefined ? frame : link.bridge.seal(frame), link.endpoint);
  return true;
};

/** Ends a call for a listener: before that a hotspot accepts no header of another call. */
const endFor = (port: DeliveryPort, target: Target, stream: Stream, terminator = terminatorOf(stream)): number =>
  stream.voice && target.link.connected && sendTo(port, target, terminator) ? 1 : 0;

/** Takes a slot for a stream and ends the previous call. Returns the number of bursts sent. */
const takeSlot = (port: DeliveryPort, target: Target, stream: Stream): number => {
  const { slot } = target;
  const before = slot.downlink ?? slot.unended;
  slot.downlink = stream;
  slot.unended = undefined;
  return before === undefined || isSamePress(before, stream) ? 0 : endFor(port, target, before);
};

/**
 * Sends one burst to every free target; returns the number of bursts sent.
 * A target with a busy slot joins late once it is free for this call, but not with the terminator.
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

/** Frees the slots of a stream; after voice each is held for an answer. */
export const release = (stream: Stream): void => {
  freeSlots(stream);
  stream.targets = [];
};

/** Frees its slots likewise, and records that its listeners have not received an end. */
export const suspend = (stream: Stream): void => {
  for (const { slot } of stream.targets) if (slot.downlink === stream) slot.unended = stream;
  freeSlots(stream);
};

/**
 * Ends a call for all waiting listeners, with a terminator of our own if its own is missing.
 * Returns the number of bursts sent.
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

/** Removes a peer from a running stream. */
export const withdraw = (stream: Stream, link: Link): void => {
  for (const { slot } of stream.targets.filter((target) => target.link === link))
    if (slot.downlink === stream) slot.downlink = undefined;
  stream.targets = stream.targets.filter((target) => target.link !== link);
};
