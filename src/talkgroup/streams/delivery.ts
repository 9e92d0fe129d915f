// Sends a burst to the targets of its stream: one call per slot, copied and addressed to each.
import type { Endpoint } from '../endpoint.ts';
import { addressBurst } from '../homebrew/burst.ts';
import { HANG_SECONDS, hold, type Link, type Slot } from './link.ts';
import { occupies, type Stream, type Target } from './stream.ts';

/** Where bursts leave: a frame is lent by `frame`, filled, and handed to `send`. */
export interface Outlet {
  /** 55 bytes to fill; undefined when the network takes no more. */
  frame(): Buffer | undefined;
  send(frame: Buffer, endpoint: Endpoint): void;
}

/** Whether a call leaves its slot to `stream`; one that fell silent keeps it like one that ended. */
const yields = (carried: Stream | undefined, stream: Stream, nowSeconds: number): boolean => {
  if (carried === undefined) return true;
  if (occupies(carried, nowSeconds)) return false;
  return !carried.voice || carried.call === stream.call || nowSeconds >= carried.lastAtSeconds + HANG_SECONDS;
};

/** Whether the slot can carry the stream now. */
export const isFree = (slot: Slot, stream: Stream, nowSeconds: number): boolean =>
  yields(slot.uplink, stream, nowSeconds) &&
  yields(slot.downlink, stream, nowSeconds) &&
  (nowSeconds >= slot.heldUntilSeconds || slot.heldFor === stream.call);

/** Sends one burst to one peer or bridge; false when the network takes no more. */
export const sendTo = (outlet: Outlet, { link, timeslot }: Target, datagram: Buffer): boolean => {
  const frame = outlet.frame();
  if (frame === undefined) return false;
  addressBurst(frame, datagram, link.peer, timeslot);
  outlet.send(link.bridge === undefined ? frame : link.bridge.seal(frame), link.endpoint);
  return true;
};

/**
 * Sends one burst to every target that can take it; returns to how many it went.
 * A target whose slot was taken joins in late once it is free for this call; with the terminator nobody joins.
 */
export const deliver = (
  outlet: Outlet,
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
      slot.downlink = stream;
    }
    if (!sendTo(outlet, target, datagram)) return sent;
    sent++;
  }
  return sent;
};

/** Frees the slots a stream was sent to; after voice each is kept for an answer. */
export const release = (stream: Stream): void => {
  for (const { slot } of stream.targets) {
    if (slot.downlink !== stream) continue;
    slot.downlink = undefined;
    if (stream.voice) hold(slot, stream.call, stream.lastAtSeconds);
  }
};

/** Takes a peer out of a running stream. */
export const withdraw = (stream: Stream, link: Link): void => {
  for (const { slot } of stream.targets.filter((target) => target.link === link))
    if (slot.downlink === stream) slot.downlink = undefined;
  stream.targets = stream.targets.filter((target) => target.link !== link);
};
