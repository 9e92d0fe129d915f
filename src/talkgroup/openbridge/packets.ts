// OpenBridge on the wire: 53 bytes of DMRD with the network id of the server that sends, sealed with HMAC-SHA1.
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

const TAG = 0x444d5244;
/** The sealed part: a burst without bit errors and signal strength. */
const BURST_BYTES = 53;
const SEAL_BYTES = 20;
const BRIDGED_BYTES = BURST_BYTES + SEAL_BYTES;
/** Where a burst to a peer carries the peer's id. */
const NETWORK_AT = 11;

/** @param text the key of both servers, printable ASCII */
export const toBridgeKey = (text: string): KeyObject => createSecretKey(text, 'latin1');

/** Tag and length together distinguish it from all messages of the Homebrew protocol. */
export const isBridged = (datagram: Buffer): boolean =>
  datagram.length === BRIDGED_BYTES && datagram.readUInt32BE(0) === TAG;

const toSeal = (burst: Buffer, key: KeyObject): Buffer => createHmac('sha1', key).update(burst).digest();

/** The seal of a datagram that isBridged. */
export const sealOf = (datagram: Buffer): Buffer => datagram.subarray(BURST_BYTES);

/** The burst of a datagram that isBridged; undefined when it was not sealed with the key. */
export const unseal = (datagram: Buffer, key: KeyObject): Buffer | undefined => {
  const burst = datagram.subarray(0, BURST_BYTES);
  return timingSafeEqual(toSeal(burst, key), datagram.subarray(BURST_BYTES)) ? burst : undefined;
};

/** @param burst at least 53 bytes, already addressed: network id at byte 11, timeslot 1; further bytes are dropped */
export const seal = (burst: Buffer, key: KeyObject): Buffer => {
  const sealed = burst.subarray(0, BURST_BYTES);
  return Buffer.concat([sealed, toSeal(sealed, key)], BRIDGED_BYTES);
};

export const networkOf = (burst: Buffer): number => burst.readUInt32BE(NETWORK_AT);
